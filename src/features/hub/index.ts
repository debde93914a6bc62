/** The public API of `oriel/hub`. @module */
export { MemoryTransport } from './memory-transport.ts';
export type {
  Dialect,
  EmbeddedHubConfig,
  HubAlgorithm,
  HubConfig,
  HubCookie,
  HubKey,
  MetricsConfig,
  ExternalHubConfig,
  VerifyToken,
} from './hub-config.ts';
export type { HubLimits } from './hub-limits.ts';
export type { HubMetrics } from './hub-metrics.ts';
export type { HubPublisher, Published } from './publisher.ts';
export type { SharedSubscribers, Transport, TransportReceiver } from './transport.ts';
export type { Update, UpdateInput } from './update.ts';
