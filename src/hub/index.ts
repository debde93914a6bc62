/** Real-time updates by the Mercure protocol: a hub inside the host, or one elsewhere that is told of updates. */
export { Hub } from './hub.ts';
export { OutsideHub } from './outside-hub.ts';
export { HUB_ROUTES, hubRoutes } from './hub-endpoint.ts';
export type { HubRoute } from './hub-endpoint.ts';
export { cookieReach } from './hub-cookie.ts';
export { metricsRoute } from './metrics-endpoint.ts';
export { HUB_PATH } from './hub-config.ts';
export { HUB_PATHS, hubPaths } from './hub-paths.ts';
export type {
  Dialect,
  EmbeddedHubConfig,
  HubAlgorithm,
  HubConfig,
  HubCookie,
  HubKey,
  HubLimits,
  MetricsConfig,
  OutsideHubConfig,
  VerifyToken,
} from './hub-config.ts';
export { HubRequestError, HubTokenError } from './hub-error.ts';
export type { TokenFlaw } from './hub-error.ts';
export type { HubMetrics } from './hub-metrics.ts';
export type { HubAccess, HubIdentity, TokenWish, WishedTopic } from './hub-token.ts';
export { MemoryTransport } from './memory-transport.ts';
export type { HubPublisher, Published } from './publisher.ts';
export type { SharedSubscribers, Transport, TransportReceiver } from './transport.ts';
export { explainDelivery } from './explain-delivery.ts';
export type { DeliveryQuestion, DeliveryStep } from './explain-delivery.ts';
export { tracedPublish } from './traced-publish.ts';
export { UpdateQueue } from './update-queue.ts';
export type { Sent } from './update-queue.ts';
export type { Update, UpdateInput } from './update.ts';
