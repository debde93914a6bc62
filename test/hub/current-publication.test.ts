/** Every MUST and MUST NOT of the current dialect about publishing, by section. */
import assert from 'node:assert/strict';
import { testRequirements } from './requirements.ts';
import type { Requirements } from './requirements.ts';
import { HUB, bearer, fullAccessToken, createTestHub } from './test-hub.ts';
import type { Fields, TestHub } from './test-hub.ts';

async function getStatus(fields: Fields, hub: TestHub = createTestHub()): Promise<number> {
  return (await hub.publish(fields)).status;
}

async function received(fields: Fields): Promise<string> {
  const hub = createTestHub();
  const reader = await hub.subscribe('match=*');
  assert.equal((await hub.publish(fields)).status, 200);
  return (await reader.next())!.text.replace(/^id: .*\n/, '');
}

const TABLE: Requirements = [
  [
    'Terminology',
    'topics with control or format characters are rejected',
    async () => {
      for (const bad of ['a\n', 'a\r', 'a\u0000', 'a\u007f', 'a\u0085', 'a\u202e', 'a\u200b', ''])
        assert.equal(await getStatus([['topic', bad]]), 400, JSON.stringify(bad));
    },
  ],
  [
    'Publication',
    'an update that is not form-encoded gets 415',
    async () => {
      const hub = createTestHub();
      const headers = { ...bearer(fullAccessToken()), 'Content-Type': 'application/json' };
      assert.equal((await hub.send(`POST ${HUB}`, { headers, body: '{"topic":"a"}' })).status, 415);
    },
  ],
  [
    'Publication',
    'names and values that are not UTF-8 are rejected',
    async () => {
      const hub = createTestHub();
      const headers = { ...bearer(fullAccessToken()), 'Content-Type': 'application/x-www-form-urlencoded' };
      assert.equal((await hub.send(`POST ${HUB}`, { headers, body: 'topic=a&data=%C3%28' })).status, 400);
      assert.equal((await hub.send(`POST ${HUB}`, { headers, body: 'topic=a&data=100%' })).status, 200);
    },
  ],
  [
    'Publication',
    'an update without a topic is rejected',
    async () => assert.equal(await getStatus([['data', 'x']]), 400),
  ],
  [
    'Publication',
    'topics below the path of the hub are rejected in every spelling',
    async () => {
      for (const topic of [
        HUB,
        `${HUB}/subscriptions/exact/a/b`,
        `https://elsewhere.example${HUB}/x`,
        '/.well-known/%6Dercure/x',
        '/.well-known/%6dercur%65',
        '/a/../.well-known/mercure/x',
        '/.well-known/mercure/../mercure/x',
        '/.well-known/%2e/mercure/x',
        '/a/%2E%2E/.well-known/mercure/x',
      ]) {
        assert.equal(await getStatus([['topic', topic]]), 400, topic);
        assert.equal(await getStatus([['topic', 'a'], ['topic', topic]]), 400, topic); // prettier-ignore
      }
      for (const allowed of [
        ...['/.well-known/mercurex', '/x/.well-known/mercure', 'http://[', 'urn:x:mercure'],
        // A path that begins with two slashes has no host, so what it encodes need not be a valid host.
        ...['http://x//[%41', 'foo:////[%41', 'http://x//y/.well-known/mercure/%41'],
      ])
        assert.equal(await getStatus([['topic', allowed]]), 200, allowed);
    },
  ],
  ['Publication', 'the topic "*" is rejected', async () => assert.equal(await getStatus([['topic', '*']]), 400)],
  [
    'Publication',
    'each line of the data becomes a data field, for every kind of line break',
    async () => {
      const text = await received([['topic', 'a'], ['data', 'one\ntwo\r\nthree\rfour\n']]); // prettier-ignore
      assert.equal(text, 'data: one\ndata: two\ndata: three\ndata: four\ndata: ');
    },
  ],
  [
    'Publication',
    'an update with a private field is private, whatever its value',
    async () => {
      for (const value of ['', 'on', 'false', '0']) {
        const hub = createTestHub();
        const reader = await hub.subscribe('match=a');
        await hub.publish([['topic', 'a'], ['data', 'secret'], ['private', value]]); // prettier-ignore
        await hub.publish([['topic', 'a'], ['data', 'public']]); // prettier-ignore
        assert.equal(await reader.data(), 'public');
      }
    },
  ],
  [
    'Publication',
    'an id that begins with "#", is "earliest" or has control characters is rejected',
    async () => {
      for (const bad of ['#1', 'earliest', 'a\nb', 'a\u0000', 'a\u009f', 'a\u2066'])
        assert.equal(await getStatus([['topic', 'a'], ['id', bad]]), 400, JSON.stringify(bad)); // prettier-ignore
    },
  ],
  [
    'Publication',
    'an update without an id gets one that is an IRI',
    async () => {
      const response = await createTestHub().publish([['topic', 'a']]);
      assert.match(await response.text(), /^urn:uuid:[0-9a-f-]{36}$/);
    },
  ],
  [
    'Publication',
    'a type with control characters and the type "mercure" are rejected',
    async () => {
      for (const bad of ['mercure', 'a\nb', 'a\u0000', 'a\u200d'])
        assert.equal(await getStatus([['topic', 'a'], ['type', bad]]), 400, JSON.stringify(bad)); // prettier-ignore
    },
  ],
  [
    'Publication',
    'a retry field that does not consist of ASCII digits is rejected',
    async () => {
      for (const bad of ['-1', '1.5', '1e3', ' 1', '\u0661', '1\ndata: x'])
        assert.equal(await getStatus([['topic', 'a'], ['retry', bad]]), 400, bad); // prettier-ignore
    },
  ],
  [
    'Publication',
    'unknown fields are ignored',
    async () => assert.equal(await getStatus([['topic', 'a'], ['colour', 'red']]), 200), // prettier-ignore
  ],
  [
    'Publication',
    'the response is 200 with the id as plain text',
    async () => {
      const response = await createTestHub().publish([['topic', 'a'], ['id', 'urn:x:9']]); // prettier-ignore
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
      assert.equal(await response.text(), 'urn:x:9');
    },
  ],
  [
    'Publication',
    'an update that exceeds a limit gets 413',
    async () => {
      const hub = createTestHub({}, { limits: { body: 2_000_000 } });
      const topics = Array.from({ length: 101 }, (_, number) => ['topic', `${number}`] as const);
      assert.equal(await getStatus([['topic', 'a'], ['data', 'x'.repeat(1_048_577)]], hub), 413); // prettier-ignore
      assert.equal(await getStatus(topics, hub), 413);
      assert.equal(await getStatus(topics.slice(1), hub), 200);
      assert.equal(await getStatus([['topic', 'x'.repeat(2_049)]], hub), 413);
      assert.equal(await getStatus([['topic', 'a'], ['data', 'x'.repeat(1_048_576)]], hub), 200); // prettier-ignore
      assert.equal(await getStatus([['topic', 'a'], ['retry', '1'.repeat(16)]], hub), 413); // prettier-ignore
      assert.equal(await getStatus([['topic', 'a'], ['retry', '1'.repeat(15)]], hub), 200); // prettier-ignore
    },
  ],
];

testRequirements(TABLE);
