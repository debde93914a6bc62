import { finding, list, quoted } from './facts.ts';
import type { Rule } from './facts.ts';

/** Somebody spoke for the client and is no listed proxy: right for strangers, and a puzzle to whoever forgot their own. */
export const ignoredProxyRule: Rule = ({ data: { client } }) => {
  const ignored = list(client?.ignored).filter((name) => name === 'forwarded' || name === 'x-forwarded-for');
  if (client === undefined || ignored.length === 0) return undefined;
  const told = `${quoted(ignored.join(', '), 60)} from ${quoted(client.peer, 60)} ${ignored.length > 1 ? 'are' : 'is'} ignored`;
  const text = `${told}: it is no listed proxy. If it is yours, add ${quoted(`proxies: ['${client.peer}']`, 80)}`;
  return finding('ignored-proxy', 'warning', 'request', text);
};
