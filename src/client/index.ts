/** The public API of `oriel/client`. */
export { client } from './client.ts';
export type { ClientOptions } from './client.ts';
export { ClientError } from './resource-caller.ts';
export type { ListOptions, ResourceClient, ResourceClients, Wire } from './resource-client.ts';
export type { Failure, ListPage, NotModified, Problem, Result, Success } from './result.ts';
