import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batch, profile } from '../profile-storage.contract.ts';
import { PackedProfile } from '../packing/packed-profile.ts';
import { PackedTexts } from '../packing/packed-texts.ts';
import { GatheredBatch } from './sql-gathered-batch.ts';
import { dataIn, readBatch, summariesOf } from './sql-profile-batch.ts';

describe('a batch of profiles that is gathered', () => {
  it('reads back as what came, where all are alike and where the first or a later one differs', () => {
    const profiles = [...batch(0, 3), profile(3, { status: 500, route: undefined }), ...batch(4, 2)];
    const gathered = GatheredBatch.of(profiles);
    const read = readBatch(gathered.columns);
    assert.deepEqual(
      summariesOf(read),
      profiles.map(({ summary }) => ({ ...summary })),
    );
    assert.deepEqual(
      profiles.map((_, i) => dataIn(read, gathered.data, i)),
      profiles.map(({ data }) => data),
    );
  });

  it('tells once what is the same for all', () => {
    const text = GatheredBatch.of(batch(0, 20)).columns;
    assert.equal(text.split('"GET"').length - 1, 1);
  });

  it('takes no token that is none or that another bears, no time that is none and nothing hollow, and counts them', () => {
    const [one, ...others] = batch(0, 4);
    const wrong = { ...others[0]!, summary: { ...others[0]!.summary, token: 'nothing' } };
    const timeless = { ...others[1]!, summary: { ...others[1]!.summary, time: Number.NaN } };
    const hollow = { summary: { ...profile(4).summary, findings: undefined as never }, data: '{}' };
    const empty = { summary: profile(5).summary, data: undefined as never };
    const huge = { summary: { ...profile(6).summary, bytes: 1n as never }, data: '{}' };
    const gathered = GatheredBatch.of([one!, wrong, timeless, hollow, one!, empty, huge, others[2]!]);
    assert.deepEqual([gathered.size, gathered.refused], [2, 6]);
    const read = readBatch(gathered.columns);
    assert.deepEqual(
      summariesOf(read).map(({ token }, i) => [token, dataIn(read, gathered.data, i)]),
      [one!, others[2]!].map(({ summary, data }) => [summary.token, data]),
    );
  });

  it('is prepared once, and anew when another profile came', () => {
    const gathered = GatheredBatch.of(batch(0, 2));
    assert.deepEqual([gathered.prepare(), gathered.prepare()], [true, false]);
    gathered.add(profile(2));
    assert.equal(gathered.prepare(), true);
    assert.equal(readBatch(gathered.columns).rows.length, 3);
    assert.equal(
      gathered.data.length,
      batch(0, 3).reduce((sum, { data }) => sum + Buffer.byteLength(data), 0),
    );
  });

  it('gives back the room of its data, and the next batch has only its own in it', () => {
    const texts = new PackedTexts();
    const long = GatheredBatch.of([new PackedProfile(profile(0).summary, 'secret'.repeat(100), texts)]);
    const { buffer } = long.data;
    long.release();
    const next = GatheredBatch.of([new PackedProfile(profile(1).summary, 'ab', texts)]);
    assert.equal(next.data.buffer, buffer);
    assert.equal(Buffer.from(next.data).toString(), 'ab');
    const other = GatheredBatch.of([new PackedProfile(profile(2).summary, 'cd', texts)]);
    assert.notEqual(other.data.buffer, buffer);
    assert.equal(Buffer.from(next.data).toString(), 'ab');
  });

  it('knows between which times and numbers its profiles lie, and which lists of texts they share', () => {
    const texts = new PackedTexts();
    const [first, second] = batch(0, 2);
    const gathered = GatheredBatch.of([
      new PackedProfile({ ...first!.summary, time: 5 }, 'ab', texts),
      new PackedProfile({ ...second!.summary, time: 3 }, 'c', texts),
    ]);
    assert.deepEqual([gathered.oldest, gathered.newest, [...gathered.texts]], [3, 5, [texts]]);
    assert.ok(gathered.lowest < gathered.highest);
    assert.deepEqual(readBatch(gathered.columns).sizes, [2, 1]);
  });
});
