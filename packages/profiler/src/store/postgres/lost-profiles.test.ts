import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LostProfiles } from '../profile-storage.ts';
import { LostCount } from './lost-profiles.ts';

test('a loss that cannot be saved is kept and added to the next one', async () => {
  const lost = new LostCount('web-1');
  const saved: LostProfiles[] = [];
  const save = async (loss: LostProfiles): Promise<void> => void saved.push(loss);
  const fail = async (): Promise<void> => {
    lost.add(1);
    throw new Error('the connection was lost');
  };
  lost.app = 'shop';
  lost.add(3);
  await assert.rejects(lost.flush(fail), { message: 'the connection was lost' });
  await lost.flush(save);
  await lost.flush(save);
  assert.deepEqual(
    saved.map(({ machine, app, count }) => [machine, app, count]),
    [['web-1', 'shop', 4]],
  );
  assert.ok(saved[0]!.from <= saved[0]!.to);
});
