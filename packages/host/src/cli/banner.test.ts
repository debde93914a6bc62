import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, route } from '../index.ts';
import { banner } from './banner.ts';

const handle = () => 'x';

test('the banner lists pages that can be opened, and the profiler if there is one', () => {
  const listening = { url: 'http://127.0.0.1:8000/', mode: 'development' } as const;
  const routes = [
    route('home', 'GET /', { handle }),
    route('any', '/any', { handle }),
    route('post', 'POST /post', { handle }),
    route('city', 'GET /cities/{id}', { handle }),
    route('tenant', 'GET /tenant', { handle, host: 'a.example' }),
  ];
  const [headline, ...pages] = banner(defineHost({ routes }), listening).split('\n');
  assert.match(headline!, /^Oriel \S+ · development · http:\/\/127\.0\.0\.1:8000 · 5 routes$/);
  assert.deepEqual(pages.slice(0, 2), ['  http://127.0.0.1:8000/', '  http://127.0.0.1:8000/any']);
  assert.match(pages[2]!, /http:\/\/127\.0\.0\.1:8000\/_profiler\//);
  assert.doesNotMatch(banner(defineHost({ profiler: false }), listening), /_profiler/);
  assert.doesNotMatch(banner(defineHost({}), { ...listening, mode: 'production' }), /_profiler/);
});
