/** Every MUST and MUST NOT about publishing in the current dialect, by the section that says it. */
import assert from 'node:assert/strict';
import { testDemands } from './demands.ts';
import type { Demands } from './demands.ts';
import { HUB, bearer, everything, hubUnderTest } from './hub-under-test.ts';
import type { Fields, HubUnderTest } from './hub-under-test.ts';

async function statusOf(fields: Fields, hub: HubUnderTest = hubUnderTest()): Promise<number> {
  return (await hub.publish(fields)).status;
}

async function received(fields: Fields): Promise<string> {
  const hub = hubUnderTest();
  const reader = await hub.subscribe('match=*');
  assert.equal((await hub.publish(fields)).status, 200);
  return (await reader.next())!.text.replace(/^id: .*\n/, '');
}

const TABLE: Demands = [
  [
    'Terminology',
    'topics hold no control or format characters',
    async () => {
      for (const bad of ['a\n', 'a\r', 'a\u0000', 'a\u007f', 'a\u0085', 'a\u202e', 'a\u200b', ''])
        assert.equal(await statusOf([['topic', bad]]), 400, JSON.stringify(bad));
    },
  ],
  [
    'Publication',
    'the update is a form',
    async () => {
      const hub = hubUnderTest();
      const headers = { ...bearer(everything()), 'Content-Type': 'application/json' };
      assert.equal((await hub.send(`POST ${HUB}`, { headers, body: '{"topic":"a"}' })).status, 415);
    },
  ],
  [
    'Publication',
    'names and values are UTF-8',
    async () => {
      const hub = hubUnderTest();
      const headers = { ...bearer(everything()), 'Content-Type': 'application/x-www-form-urlencoded' };
      assert.equal((await hub.send(`POST ${HUB}`, { headers, body: 'topic=a&data=%C3%28' })).status, 400);
      assert.equal((await hub.send(`POST ${HUB}`, { headers, body: 'topic=a&data=100%' })).status, 200);
    },
  ],
  ['Publication', 'there is at least one topic', async () => assert.equal(await statusOf([['data', 'x']]), 400)],
  [
    'Publication',
    'no topic, the first or another, is one of the hub itself, however it is written',
    async () => {
      for (const own of [
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
        assert.equal(await statusOf([['topic', own]]), 400, own);
        assert.equal(await statusOf([['topic', 'a'], ['topic', own]]), 400, own); // prettier-ignore
      }
      for (const free of [
        ...['/.well-known/mercurex', '/x/.well-known/mercure', 'http://[', 'urn:x:mercure'],
        // Paths that begin with two slashes name no host, and what is encoded in them need not be one.
        ...['http://x//[%41', 'foo:////[%41', 'http://x//y/.well-known/mercure/%41'],
      ])
        assert.equal(await statusOf([['topic', free]]), 200, free);
    },
  ],
  ['Publication', 'nobody publishes to "*"', async () => assert.equal(await statusOf([['topic', '*']]), 400)],
  [
    'Publication',
    'data is sent a field for each line, whichever way lines end',
    async () => {
      const text = await received([['topic', 'a'], ['data', 'one\ntwo\r\nthree\rfour\n']]); // prettier-ignore
      assert.equal(text, 'data: one\ndata: two\ndata: three\ndata: four\ndata: ');
    },
  ],
  [
    'Publication',
    'private is what has the field, whatever its value',
    async () => {
      for (const value of ['', 'on', 'false', '0']) {
        const hub = hubUnderTest();
        const reader = await hub.subscribe('match=a');
        await hub.publish([['topic', 'a'], ['data', 'secret'], ['private', value]]); // prettier-ignore
        await hub.publish([['topic', 'a'], ['data', 'public']]); // prettier-ignore
        assert.equal(await reader.data(), 'public');
      }
    },
  ],
  [
    'Publication',
    'an id begins with no "#", is not "earliest", and is clean',
    async () => {
      for (const bad of ['#1', 'earliest', 'a\nb', 'a\u0000', 'a\u009f', 'a\u2066'])
        assert.equal(await statusOf([['topic', 'a'], ['id', bad]]), 400, JSON.stringify(bad)); // prettier-ignore
    },
  ],
  [
    'Publication',
    'an id is made when there is none, and it is an IRI',
    async () => {
      const response = await hubUnderTest().publish([['topic', 'a']]);
      assert.match(await response.text(), /^urn:uuid:[0-9a-f-]{36}$/);
    },
  ],
  [
    'Publication',
    'a type is clean, and not the hub\u2019s own',
    async () => {
      for (const bad of ['mercure', 'a\nb', 'a\u0000', 'a\u200d'])
        assert.equal(await statusOf([['topic', 'a'], ['type', bad]]), 400, JSON.stringify(bad)); // prettier-ignore
    },
  ],
  [
    'Publication',
    'retry consists of ASCII digits',
    async () => {
      for (const bad of ['-1', '1.5', '1e3', ' 1', '\u0661', '1\ndata: x'])
        assert.equal(await statusOf([['topic', 'a'], ['retry', bad]]), 400, bad); // prettier-ignore
    },
  ],
  [
    'Publication',
    'unknown fields are overlooked',
    async () => assert.equal(await statusOf([['topic', 'a'], ['colour', 'red']]), 200), // prettier-ignore
  ],
  [
    'Publication',
    'the answer is 200 with the id as plain text',
    async () => {
      const response = await hubUnderTest().publish([['topic', 'a'], ['id', 'urn:x:9']]); // prettier-ignore
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
      assert.equal(await response.text(), 'urn:x:9');
    },
  ],
  [
    'Publication',
    'what is too large is refused with 413',
    async () => {
      const hub = hubUnderTest({ limits: { data: 10, topics: 2, text: 5 } });
      assert.equal(await statusOf([['topic', 'a'], ['data', 'x'.repeat(11)]], hub), 413); // prettier-ignore
      assert.equal(await statusOf([['topic', 'a'], ['topic', 'b'], ['topic', 'c']], hub), 413); // prettier-ignore
      assert.equal(await statusOf([['topic', 'abcdef']], hub), 413);
      assert.equal(await statusOf([['topic', 'a'], ['data', 'x'.repeat(10)]], hub), 200); // prettier-ignore
      assert.equal(await statusOf([['topic', 'a'], ['retry', '1'.repeat(16)]], hub), 413); // prettier-ignore
      assert.equal(await statusOf([['topic', 'a'], ['retry', '1'.repeat(15)]], hub), 200); // prettier-ignore
    },
  ],
];

testDemands(TABLE);
