import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Redactor } from '../redactor.ts';

const redactor = new Redactor();
const shown = (body: string, type = 'text/csv'): string => redactor.body(body, type, 65_536).content;

for (const [what, type, body, expected] of [
  [
    'a column with a sensitive name',
    'text/csv; charset=utf-8; header=present',
    'id,login,password,apiKey\r\n1,ada,hunter2,\r\n2,bob,"hunter,3",k-77\r\n',
    'id,login,password,apiKey\r\n1,ada,•••,\r\n2,bob,"•••",•••\r\n',
  ],
  ['semicolons', 'text/csv', 'id;"pass word"\n1;hunter2\n"2";hunter2', 'id;"pass word"\n1;•••\n"2";•••'],
  ['semicolons below which there are more commas', 'text/csv', 'id;pin\n1,2,3,4,5;hunter2', 'id;pin\n1,2,3,4,5;•••'],
  ['tabs', 'text/tab-separated-values', 'a, b\tsecret\n1\thunter2, hunter3\n', 'a, b\tsecret\n1\t•••\n'],
  ['a byte order mark', 'application/csv', '\ufeffpassword,b\nhunter2,x\n', '\ufeffpassword,b\n•••,x\n'],
  [
    'quotation marks in a cell',
    'text/csv',
    'a,password\n"say ""hi""","x ""y"" z"\n',
    'a,password\n"say ""hi""","•••"\n',
  ],
  ['lines within a cell', 'text/csv', 'password,b\n"one\r\ntwo",3\n4,5\n', 'password,b\n"•••",3\n•••,5\n'],
  ['a cell that never ends', 'text/csv', 'b,password\n1,"hunter2\nhunter3', 'b,password\n1,"•••"'],
  [
    'numbers and dates under a name that counts',
    'text/csv',
    'max_tokens,b\n12,x\nabc,y\n',
    'max_tokens,b\n12,x\n•••,y\n',
  ],
  ['a bit in a cell that never ends', 'text/csv', 'id,has_password\n1,"true', 'id,has_password\n1,"true'],
  ['bits', 'text/csv', 'id,has_password\n1,true\n2,\n', 'id,has_password\n1,true\n2,\n'],
  [
    'JSON in a cell',
    'text/csv',
    'id,data\n1,"{""password"":""hunter2"",""a"":1}"\n',
    'id,data\n1,"{""password"":""•••"",""a"":1}"\n',
  ],
  [
    'what looks like a secret under any name',
    'text/csv',
    'id,note\n1,eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl\n',
    'id,note\n1,•••\n',
  ],
  ['more cells than names', 'text/csv', 'a,password\n1,hunter2,hunter3\n', 'a,password\n1,•••,•••\n'],
  ['a blank before a quotation mark', 'text/csv', 'password, b\n "hunter2, hunter3", x\n', 'password, b\n "•••", x\n'],
  [
    'a name with a comma among semicolons',
    'text/csv',
    'id;price, net;password\n1;3;hunter2\n',
    'id;price, net;password\n1;3;•••\n',
  ],
  [
    'what stands behind a quotation mark that is never closed',
    'text/csv',
    'id,note,password\n1,"5 inches,hunter2\n2,x,hunter3\n',
    'id,note,password\n1,"5 inches,•••\n2,x,•••\n',
  ],
  ['no header', 'text/csv; header=absent', 'password,hunter2\nx,y\n', 'password,hunter2\nx,y\n'],
] as const)
  test(`in a table ${what} ${expected === body ? 'stays' : 'is masked, and all else stays'}`, () => {
    assert.equal(shown(body, type), expected);
  });

test('a table in a part of a body of several is one, too', () => {
  const part = 'Content-Disposition: form-data; name="f"; filename="a.csv"\r\nContent-Type: text/csv';
  const body = `--B\r\n${part}\r\n\r\nid,password\n1,hunter2\n\r\n--B--`;
  assert.equal(shown(body, 'multipart/form-data; boundary=B'), body.replace('hunter2', '•••'));
});

test('of a table that is cut no half of a secret is kept', () => {
  const rows = Array.from({ length: 4_000 }, (_, at) => `${at},"hunter2 ${'x'.repeat(at % 40)}"`);
  for (const cap of [500, 501, 502, 503, 510, 520]) {
    const { content } = redactor.body(`id,password\n${rows.join('\n')}`, 'text/csv', cap);
    assert.doesNotMatch(content, /hunter|x/);
  }
});

test('a table without sensitive names is not changed, and columns with sensitive names are masked', () => {
  // Text such as "otp:" is an assignment to a sensitive name.
  const plain = fc.string({ maxLength: 8 }).filter((value) => !/[:=]/.test(value));
  const cell = fc.oneof(plain, fc.constantFrom('', 'a "b"', 'x,y', 'one\ntwo', '"', "it's"));
  const quoted = (value: string): string => (/[",;\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, end) => {
      const text = (names: string[], secret = ''): string =>
        [names, ...rows.map(([a, b]) => [a!, secret + b!])].map((row) => row.map(quoted).join(',')).join(end);
      assert.equal(shown(text(['one', 'two'])), text(['one', 'two']));
      assert.doesNotMatch(shown(text(['one', 'password'], 'hunter2')), /hunter2/);
    }),
  );
});
