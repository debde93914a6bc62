/** The public API of `oriel-client`. @module */
export { client } from './client.ts';
export type { Client, ClientOptions } from './client.ts';
export type { BulkResult } from './further-operations.ts';
export type { DeclaredFailure, DeclaredSuccess, RouteClients, UndeclaredFailure } from './route-client.ts';
export { ClientError } from './resource-caller.ts';
export type { ResourceClient } from './resource-client.ts';
export type { Failure, ListPage, NotModified, Problem, Result, Success } from './result.ts';
export type { LineOptions } from './client.ts';
export type { BulkCalls, BulkClient, CustomCall, CustomCalls } from './further-operations.ts';
export type {
  Changes,
  ChangeOptions,
  CreateOptions,
  GetOptions,
  Host,
  IdOf,
  ItemOf,
  ListOptions,
  ListQuery,
  Paths,
  QueryOptions,
  RequestOptions,
  ResourceClients,
  ResourcesOf,
  Selected,
  Wire,
  WithIncluded,
} from './resource-client.ts';
export type {
  LoginRoutes,
  NamedRoute,
  RawBody,
  RouteCallInput,
  RouteCallOptions,
  RouteClient,
  RouteResult,
  RoutesOf,
} from './route-client.ts';
export type {
  InferInput,
  InferOutput,
  ItemId,
  NoReplies,
  ParamValue,
  PathInput,
  PathOf,
  ResourceTypes,
  RouteTypes,
  StandardSchema,
} from './host-types.ts';
