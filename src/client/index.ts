/** The public API of `oriel/client`. @module */
export { client } from './client.ts';
export type { Client, ClientOptions } from './client.ts';
export type { BulkResult } from './further-operations.ts';
export type { DeclaredFailure, DeclaredSuccess, RouteClients, UndeclaredFailure } from './route-client.ts';
export { ClientError } from './resource-caller.ts';
export type { ResourceClient } from './resource-client.ts';
export type { Failure, ListPage, NotModified, Problem, Result, Success } from './result.ts';
