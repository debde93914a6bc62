import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { HttpResponse, defineHost, route, trace } from '../../packages/host/src/index.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/index.ts';
import { startApplication } from '../drop-in/lib/application.ts';
import { TestBrowser, skip, takePicture } from './support/browser.ts';

const PAGE = `<!doctype html><title>Boats</title><style>body>*{outline:1px solid red}body>:last-child{color:green}</style>
<h1>Boats</h1><button id="load">Load</button>
<script>
let loaded=0;
const load=()=>Promise.all([fetch('/boats?sort=name').then(r=>r.json()),fetch('/missing-boat',{method:'DELETE'})]).then(()=>loaded++);
document.getElementById('load').onclick=load;
var request=new XMLHttpRequest();request.open('POST','/boats');request.onload=()=>document.title=request.responseText;addEventListener('load',()=>request.send());
</script>`;

const SIZES = [
  ['light', { viewport: { width: 1280, height: 720 } }],
  ['dark', { viewport: { width: 1280, height: 720 }, colorScheme: 'dark' }],
  ['phone', { viewport: { width: 360, height: 640 } }],
] as const;

describe('the toolbar in a browser', { skip }, () => {
  const browser = new TestBrowser();
  const storage = new MemoryProfileStorage();
  const html = (body: string, headers: string[] = []) =>
    new HttpResponse(200, ['Content-Type', 'text/html', ...headers], body);
  const host = defineHost({
    log: false,
    profiler: { storage, toolbar: true },
    routes: [
      route('page', 'GET /page', {
        handle: () => {
          for (let i = 0; i < 6; i++) trace.log('error', `The boat ${i} has no name`);
          return html(PAGE);
        },
      }),
      route('strict', 'GET /strict', {
        handle: () =>
          html('<!doctype html><title>Strict</title><h1>Strict</h1>', [
            'Content-Security-Policy',
            "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
          ]),
      }),
      route('boats', 'GET|POST /boats', { handle: () => ['Argo'] }),
    ],
  });
  let origin = '';
  before(async () => {
    origin = `http://localhost:${(await host.listen({ port: 0, mode: 'development' })).port}`;
  });
  after(() => host.close());

  for (const [name, options] of SIZES)
    test(`lists the requests of the page, and links to their profiles (${name})`, () =>
      browser.visit(
        origin,
        async (page) => {
          await page.goto('/page');
          await page.getByText('1 request', { exact: true }).waitFor();
          assert.equal(await page.title(), '["Argo"]');
          await page.locator('#load').click();
          const requests = page.getByRole('button', { name: '3 requests' });
          await requests.click();
          await page.locator('.details').nth(2).waitFor();
          const rows = await page.locator('li a .path').allTextContents();
          assert.deepEqual(rows.toSorted(), ['/boats', '/boats?sort=name', '/missing-boat']);
          assert.ok(await fitsWindow(page));
          await takePicture(page, `toolbar-requests-${name}`);
          await page.keyboard.press('Escape');
          assert.equal(await requests.getAttribute('aria-expanded'), 'false');
          assert.equal(
            await page.evaluate('document.activeElement.shadowRoot.activeElement.textContent'),
            '3 requests',
          );
          // On a busy machine the first request may block the event loop, which is a finding as well.
          await page.getByRole('button', { name: /^\d findings?$/ }).click();
          await takePicture(page, `toolbar-findings-${name}`);
          await requests.click();
          const [opened] = await Promise.all([
            page.context().waitForEvent('page'),
            page.locator('li a', { hasText: 'sort=name' }).click(),
          ]);
          await opened.waitForLoadState();
          assert.match(opened.url(), /\/_profiler\/[0-9a-f]{6}$/);
          assert.match(await opened.locator('main').innerText(), /\/boats\?sort=name/);
        },
        { ...options, expected: 404 },
      ));

  test('stays collapsed in this tab, and changes neither the elements nor the global names of the page', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/page');
      await page.getByRole('button', { name: 'Collapse the toolbar' }).focus();
      await page.keyboard.press('Enter');
      const expand = page.getByRole('button', { name: /^Expand the profiler toolbar/ });
      await expand.waitFor();
      assert.ok(
        await expand.evaluate(
          (button) => (button.getRootNode() as unknown as { activeElement: unknown }).activeElement === button,
        ),
      );
      await takePicture(page, 'toolbar-collapsed');
      await page.reload();
      await expand.click();
      await page.getByRole('button', { name: 'Collapse the toolbar' }).waitFor();
      assert.deepEqual(await page.evaluate('[...document.body.children].map(each=>each.localName)'), [
        'h1',
        'button',
        'script',
      ]);
      const names = await page.evaluate<string[]>(`(()=>{
        const frame=document.createElement('iframe');document.body.append(frame);
        const own=new Set(Object.getOwnPropertyNames(frame.contentWindow));frame.remove();
        return Object.getOwnPropertyNames(window).filter(each=>!own.has(each)&&!/^\\d|^__/.test(each));
      })()`);
      assert.deepEqual(names.toSorted(), ['request']);
      assert.deepEqual(await page.evaluate('[fetch.name,fetch.length,String(fetch).includes("native code")]'), [
        'fetch',
        1,
        true,
      ]);
    }));

  test('keeps the results and the rejections of the calls of the page', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/page');
      await page.getByText('1 request', { exact: true }).waitFor();
      const unhandled = await page.evaluate<string[]>(`new Promise(resolve=>{
        const seen=[];
        addEventListener('unhandledrejection',event=>{seen.push('unhandled '+event.reason.name);event.preventDefault()});
        fetch('/boats',{signal:AbortSignal.abort()}).catch(error=>seen.push('handled '+error.name));
        fetch('/boats',{signal:AbortSignal.abort()});
        fetch('http://[').catch(error=>seen.push('handled '+error.name));
        setTimeout(()=>resolve(seen.sort()),200);
      })`);
      assert.deepEqual(unhandled, ['handled AbortError', 'handled TypeError', 'unhandled AbortError']);
    }));

  test('works with a policy that allows no scripts, with Trusted Types, and on error pages', () =>
    browser.visit(
      origin,
      async (page) => {
        for (const path of ['/strict', '/none']) {
          await page.goto(path);
          await page.getByRole('link', { name: /^Status (?:200|404), profile/ }).waitFor();
        }
      },
      { expected: 404 },
    ));

  test('works on pages of Express with a strict policy, and links to the pages in another process', async (t) => {
    const app = await startApplication(t, 'toolbar.mjs', { env: { ORIEL_PROFILER_TOOLBAR: '1' } });
    await browser.visit(app.url, async (page) => {
      for (const path of ['/strict', '/scripted', '/file', '/latin', '/head', '/several']) {
        await page.goto(path);
        const link = page.getByRole('link', { name: /^Status 200, profile/ });
        assert.match((await link.getAttribute('href'))!, /^http:\/\/127\.0\.0\.1:8025\/_profiler\/[0-9a-f]{6}$/);
      }
      await page.goto('/strict');
      await page.getByRole('button', { name: '1 request' }).click();
      assert.equal(await page.locator('li a .path').textContent(), '/json?from=xhr');
      await page.goto('/frames');
      await page.locator('oriel-toolbar').waitFor({ state: 'attached' });
      assert.equal(await page.frames()[1]!.locator('oriel-toolbar').count(), 0);
    });
  });
});

async function fitsWindow(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(()=>{
    const root=document.querySelector('oriel-toolbar').shadowRoot;
    return document.documentElement.scrollWidth<=innerWidth&&[...root.querySelectorAll('.bar:not([hidden])>*,.panel:not([hidden])')].every(each=>{
      const box=each.getBoundingClientRect();return box.left>=0&&box.right<=innerWidth&&box.top>=0&&box.bottom<=innerHeight;
    });
  })()`);
}
