import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { createContext } from '../../testing/index.ts';
import { createFirewall, firewallFor } from './firewall.ts';
import type { Firewall, FirewallDefinition } from './firewall.ts';

const firewall = (definition: Partial<FirewallDefinition>): Firewall =>
  createFirewall({ name: 'one', anonymous: true, ...definition }, 'Harbour');

test('describes the requests that a firewall covers', () => {
  equal(firewall({}).scope, 'everything');
  equal(firewall({ path: '/' }).scope, 'the path /');
  equal(firewall({ path: ['/api/', '/admin'] }).scope, 'the path /api or /admin');
  equal(
    firewall({ path: '/api', host: ['A.example', '*.b.example'] }).scope,
    'the path /api, the host a.example or *.b.example',
  );
});

test('finds the first firewall that covers a request by path and host', () => {
  const firewalls = [
    firewall({ name: 'writing', path: '/api/write' }),
    firewall({ name: 'inside', host: ['*.inside.example', 'desk.example'] }),
    firewall({ name: 'api', path: '/api' }),
  ];
  const find = (line: string, host = 'a.example') => {
    const context = createContext(line, { hostLines: [host] });
    return firewallFor(firewalls, context, context.path)?.name;
  };
  equal(find('POST /api/write/x'), 'writing');
  equal(find('GET /api/x'), 'api');
  equal(find('GET /api.json'), 'api');
  equal(find('GET /apis'), undefined);
  equal(find('GET /', 'x.inside.example'), 'inside');
  // Hosts also respond to names with a dot at the end and with `www.` in front.
  equal(find('GET /', 'www.desk.example.'), 'inside');
});
