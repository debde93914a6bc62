import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceUnavailableError, toProblem } from 'oriel-core/http';
import { originalTarget } from '../server/node-exchange.ts';
import type { NodeServer } from '../server/node-server.ts';

/**
 * A handler for servers of Node.js and for frameworks with its signature.
 * @param next called without an argument for a path that has no route of the host, and with an error if the host cannot
 *   start. Without it, such a path gets 404
 */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

export interface NodeHandlerParts {
  /** Starts the host and returns the server of the handler. */
  readonly start: () => Promise<NodeServer>;
  /** Reports that the host cannot start. */
  readonly onFailure: (error: unknown) => void;
  /** Reports that a path was compared as a whole, and that it has a route without the path of the mount. */
  readonly onMisplaced: (mountPath: string, target: string) => void;
}

/** Creates the handler of a host that other servers call. The host starts with the first request. */
export function createNodeHandler({ start, onFailure, onMisplaced }: NodeHandlerParts): NodeHandler {
  let server: NodeServer | undefined;
  let starting: Promise<NodeServer> | undefined;
  let isReported = false;
  const passOn = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void => {
    const mountPath = isReported ? undefined : getMountPath(request);
    if (mountPath !== undefined && server!.handlesRest(request, response)) {
      isReported = true;
      onMisplaced(mountPath, originalTarget(request));
    }
    next();
  };
  const serve = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void): void =>
    server!.serve(request, response, next && (() => passOn(request, response, next)));
  return (request, response, next) => {
    if (server !== undefined && !server.draining) return serve(request, response, next);
    starting ??= start().finally(() => (starting = undefined));
    starting.then(
      (started) => {
        server = started;
        // An error of `next` is not one of the promise.
        process.nextTick(serve, request, response, next);
      },
      (error: unknown) => {
        if (next) return process.nextTick(next, error);
        onFailure(error);
        sendUnavailable(response);
      },
    );
  };
}

// The part of the path that a framework removed from `url`.
function getMountPath(request: IncomingMessage): string | undefined {
  const original = originalTarget(request).split('?', 1)[0]!;
  const rest = request.url!.split('?', 1)[0]!;
  if (original === rest) return undefined;
  return original.endsWith(rest) ? original.slice(0, -rest.length) : original;
}

function sendUnavailable(response: ServerResponse): void {
  response.writeHead(503, { 'Content-Type': 'application/problem+json', 'Retry-After': '1' });
  response.end(JSON.stringify(toProblem(new ServiceUnavailableError(), false)));
}
