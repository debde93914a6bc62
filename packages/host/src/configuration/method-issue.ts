import { formatValue, suggestName } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';

/**
 * Returns what is wrong with the method of a route or an operation; undefined if HTTP servers of Node.js accept it.
 *
 * @param method in capitals
 */
export function findMethodIssue(method: unknown): Pick<ConfigIssue, 'reason' | 'fix'> | undefined {
  if (METHODS.has(method)) return undefined;
  const reason = `${formatValue(method)} is not a method that HTTP servers accept`;
  return { reason, fix: suggestName(typeof method === 'string' ? method.toUpperCase() : method, USUAL) };
}

// `METHODS` of node:http. Importing that module would load much more at start.
const METHODS: ReadonlySet<unknown> = new Set(
  (
    'ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY OPTIONS ' +
    'PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK UNSUBSCRIBE'
  ).split(' '),
);
const USUAL = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY'];
