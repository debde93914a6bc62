/** The public API of `oriel-host/hub`. @module */
export { MemoryTransport } from './memory-transport.ts';
export type { EmbeddedHubConfig, HubConfig } from './hub-config.ts';
export type { HubPublisher, Published } from './publisher.ts';
export type { SharedSubscribers, Transport, TransportReceiver } from './transport.ts';
export type { Update, UpdateInput } from './update.ts';
export type { ExternalHubConfig, HubCookie, HubKey } from './hub-config.ts';
export type { HistoryLimits, HubLimits } from './hub-limits.ts';
export type { Dialect, HubAlgorithm, VerifyToken } from './hub-config.ts';
