import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Negotiator } from './negotiation.ts';

const create = () =>
  new Negotiator([
    { name: 'json', types: ['application/json', 'application/ld+json'] },
    { name: 'html', types: ['text/html'] },
    { name: 'text', types: ['text/plain'] },
  ]);
const choose = (accept: string | undefined) => create().negotiate(accept).offer?.name;

test('without an Accept header, the first offer is chosen', () => {
  assert.equal(choose(undefined), 'json');
  assert.equal(choose(''), 'json');
  assert.equal(choose('  '), 'json');
  assert.equal(create().negotiate(undefined).because, 'no Accept header was sent, and application/json is the default');
});

test('a header without any valid media range accepts nothing', () => {
  for (const accept of ['nonsense;;;,,"', 'text', '/', '""', 'a/b/c', 'application/json;q=high'])
    assert.equal(choose(accept), undefined, accept);
  assert.equal(create().negotiate('text').because, 'the Accept header contains no valid media range');
});

test('an invalid media range next to a valid one is ignored, and an empty list accepts everything', () => {
  assert.equal(choose('text, text/html'), 'html');
  assert.equal(choose(' , ,'), 'json');
});

for (const [accept, name] of [
  ['*/*', 'json'],
  ['text/*', 'html'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
  ['text/html;q=0.5, application/json;q=0.9', 'json'],
  ['application/json;q=0.5, text/plain;q=0.500', 'json'],
  ['text/plain, text/html', 'html'],
  ['*/*, text/plain', 'text'],
  ['text/*, text/plain', 'text'],
  ['application/ld+json', 'json'],
  ['application/json;q=0, */*', 'json'],
  ['application/*;q=0, */*;q=0.1', 'html'],
  ['text/html;q=0, text/*', 'text'],
  ['TEXT/HTML', 'html'],
  ['image/png', undefined],
  ['*/*;q=0', undefined],
  ['text/html;level=1', undefined],
] as const) {
  test(`"${accept}" chooses ${name ?? 'nothing'}`, () => assert.equal(choose(accept), name));
}

test('the reason contains the range that decided', () => {
  assert.equal(create().negotiate('text/html').because, 'text/html has q=1 in the Accept header');
  assert.equal(create().negotiate('text/*;q=0.3').because, 'text/* has q=0.3 in the Accept header');
  assert.equal(create().negotiate('image/png').because, 'the Accept header allows none of the available types');
});

test('returns the same object for the same header, and does not cache a very long one', () => {
  const negotiator = create();
  assert.equal(negotiator.negotiate('text/html'), negotiator.negotiate('text/html'));
  const long = `text/html${', a/b'.repeat(200)}`;
  assert.notEqual(negotiator.negotiate(long), negotiator.negotiate(long));
  assert.equal(negotiator.negotiate(long).offer?.name, 'html');
});

test('caches at most 256 headers, and evicts those that are not repeated', () => {
  const negotiator = create();
  const [repeated, rare] = [negotiator.negotiate('text/html'), negotiator.negotiate('text/rare')];
  for (let i = 0; i < 256; i++) {
    negotiator.negotiate(`text/x${i}`);
    assert.equal(negotiator.negotiate('text/html'), repeated);
  }
  assert.notEqual(negotiator.negotiate('text/rare'), rare);
});

test('rejects a negotiator without offers or with an invalid media type', () => {
  assert.throws(() => new Negotiator([]), TypeError);
  assert.throws(() => new Negotiator([{ name: 'x', types: ['html'] }]), /Offer "x" has the type "html"/);
});
