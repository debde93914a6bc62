import { parseAuthority } from '../core/http/authority.ts';
import type { HostConfig } from './config.ts';
import { issue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';

/** Reports host names that no request can have. */
export function* validateHosts({ hosts }: HostConfig): Generator<ConfigIssue> {
  if (hosts === undefined) return;
  if (!Array.isArray(hosts?.names) || hosts.names.length === 0) {
    yield issue(
      'ORIEL_CONFIG_HOSTS',
      'hosts.names',
      'It has no host names',
      "hosts: { names: ['example.com'] }, or leave hosts out to answer to any name",
    );
    return;
  }
  for (const [index, name] of hosts.names.entries()) {
    const place = `hosts.names[${index}]`;
    const bare = typeof name === 'string' ? name.replace(/^\*\./, '') : '';
    const authority = parseAuthority(bare);
    if (name === '*' || (authority?.port === undefined && authority?.name === bare)) continue;
    yield issue(
      'ORIEL_CONFIG_HOST_NAME',
      place,
      `${JSON.stringify(name)} is not a host name`,
      'Write it in lower case, without scheme, port and path; *.example.com matches all subdomains',
    );
  }
}
