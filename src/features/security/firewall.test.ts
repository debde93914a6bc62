import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { createContext } from '../../testing/index.ts';
import { Firewall, firewallFor } from './firewall.ts';
import type { FirewallDefinition } from './firewall.ts';

const firewall = (definition: Partial<FirewallDefinition>): Firewall =>
  new Firewall({ name: 'one', anonymous: true, ...definition }, 'Harbour');

test('what a firewall covers can be said in words', () => {
  equal(firewall({}).scope, 'everything');
  equal(firewall({ path: '/' }).scope, 'the path /');
  equal(firewall({ path: ['/api/', '/admin'] }).scope, 'the path /api or /admin');
  equal(
    firewall({ path: '/api', host: ['A.example', '*.b.example'], methods: ['get', 'POST'] }).scope,
    'the path /api, the host a.example or *.b.example, the method GET with every other safe method or POST',
  );
});

test('the first that covers a request is asked, by path, host and method', () => {
  const firewalls = [
    firewall({ name: 'writing', path: '/api', methods: ['POST'] }),
    firewall({ name: 'inside', host: ['*.inside.example', 'desk.example'] }),
    firewall({ name: 'api', path: '/api' }),
  ];
  const asked = (line: string, host = 'a.example') => {
    const context = createContext(line, { hostLines: [host] });
    return firewallFor(firewalls, context, context.path)?.name;
  };
  equal(asked('POST /api/x'), 'writing');
  equal(asked('GET /api/x'), 'api');
  equal(asked('GET /api.json'), 'api');
  equal(asked('GET /apis'), undefined);
  equal(asked('GET /', 'x.inside.example'), 'inside');
  // A name answers with a point at its end and with www. in front as well.
  equal(asked('GET /', 'www.desk.example.'), 'inside');
});
