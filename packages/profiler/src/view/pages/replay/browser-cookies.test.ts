import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HttpResponse } from 'oriel-core/http';
import { BrowserCookies } from './browser-cookies.ts';

function createCookies(cookie: string, host = 'localhost'): BrowserCookies {
  const headers = { get: (name: string) => (name === 'cookie' ? cookie : undefined) };
  return new BrowserCookies({ headers: headers as never, host }, 'localhost');
}

describe('the cookies of the browser', () => {
  test('are taken by name, and those with the same name one after the other', () => {
    const cookies = createCookies('sid=first; theme=dark; sid=second');
    assert.deepEqual(
      ['sid', 'sid', 'sid', 'other', 'theme'].map((name) => cookies.take(name)),
      ['first', 'second', undefined, undefined, 'dark'],
    );
  });

  test('are not taken by a page with another host name', () => {
    assert.equal(createCookies('sid=first', '127.0.0.1').take('sid'), undefined);
  });
});

describe('a cookie that the server sets', () => {
  const passOn = (line: string, path = '/shop/orders/7'): string | undefined => {
    const cookies = createCookies('sid=old; a[b]=old');
    cookies.take('sid');
    cookies.take('a[b]');
    const response = new HttpResponse(303);
    cookies.passOn(response, [line], path);
    return response.headers.get('set-cookie');
  };

  test('is passed on with its attributes if one with its name was taken', () => {
    for (const line of [
      'sid=new; Path=/; HttpOnly; SameSite=Lax',
      'sid=; Max-Age=0; path=/shop',
      'a[b]=new; PATH = /',
      'sid=new; Path=x; Path=/',
    ])
      assert.equal(passOn(line), line);
  });

  test('is not passed on if none with its name was taken, or if it is not a valid header', () => {
    for (const line of [
      'other=new; Path=/',
      'SID=new; Path=/',
      '',
      '=new',
      'sid=new\r\nX: y; Path=/',
      `sid=${'x'.repeat(9_000)}; Path=/`,
    ])
      assert.equal(passOn(line), undefined, line.slice(0, 40));
  });

  test('has the path that it would have without the page', () => {
    assert.equal(passOn('sid=new'), 'sid=new; Path=/shop/orders');
    assert.equal(passOn('sid=new; HttpOnly', '/shop'), 'sid=new; HttpOnly; Path=/');
    assert.equal(passOn('sid=new; Path=/a; Path'), 'sid=new; Path=/a; Path; Path=/shop/orders');
    assert.equal(passOn('sid=new', '/shop;v=1/orders'), undefined);
  });
});
