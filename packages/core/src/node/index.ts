/** Internal values of the packages of Oriel: `oriel-core/node`. They may change in any version. @module */
export { addressKey } from './address-key.ts';
export { withoutPrefix } from './forwarded.ts';
export { NodeHeaders, findHostLines } from './node-headers.ts';
export { PROXY_HEADERS, proxySettings } from './proxy-config.ts';
export type { ProxyConfig, ProxySettings } from './proxy-config.ts';
export { isRecorded, markRecorded } from './recorded-servers.ts';
export { TrustedProxies, createTrustedProxies } from './trusted-proxies.ts';
export type { ClientInfo } from './trusted-proxies.ts';
