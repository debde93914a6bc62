import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';

test('the title of an exception has the status that the framework answered', async (t) => {
  const app = await startApplication(t, 'frameworks/nest-express.mjs', { env: { TARGET_URL: '' } });
  const getTitle = async (path: string): Promise<unknown> => {
    const response = await fetch(app.url + path);
    const { exception } = (await app.profileOf(response)).data;
    return [response.status, (exception as { readonly title: string }).title];
  };
  assert.deepEqual(await getTitle('/no-such-path'), [404, 'Error 404 Not Found']);
  assert.deepEqual(await getTitle('/throw'), [500, 'Error 500 Internal Server Error']);
});
