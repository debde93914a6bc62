import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Redactor } from '../redactor.ts';

const redactor = new Redactor();
const body = (text: string, type: string): string => redactor.body(text, type, 1_000_000).content;
const json = (value: unknown, type = 'application/json'): string => body(JSON.stringify(value), type);
const S = 'Zq7Xw9hunter2';

/** Every text is redacted as expected, and redacting it again changes nothing. */
function masks(cases: readonly (readonly [given: string, expected: string])[], type: string): void {
  for (const [given, expected] of cases) {
    assert.equal(body(given, type), expected);
    assert.equal(body(expected, type), expected);
  }
}

describe('JSON Patch', () => {
  test('masks the value of an operation whose path names a secret, in any order of its members', () => {
    masks(
      [
        [
          `[{"op":"replace","path":"/password","value":"${S}"},{"op":"add","path":"/name","value":"Ada"}]`,
          '[{"op":"replace","path":"/password","value":"•••"},{"op":"add","path":"/name","value":"Ada"}]',
        ],
        [`[{"value":"${S}","path":"/user/apiKey","op":"add"}]`, '[{"value":"•••","path":"/user/apiKey","op":"add"}]'],
        [
          `[{"op":"test","path":"/tokens/0","value":{"a":"${S}"}}]`,
          '[{"op":"test","path":"/tokens/0","value":{"a":"•••"}}]',
        ],
        [
          `[{"value":{"a":["${S}"]},"op":"add","path":"/credentials"}]`,
          '[{"value":"•••","op":"add","path":"/credentials"}]',
        ],
        [`[{"value":4711,"path":"/pin"}]`, '[{"value":"•••","path":"/pin"}]'],
        [
          `[{"op":"replace","path":"/~1api~1key/client_secret","value":"${S}"}]`,
          '[{"op":"replace","path":"/~1api~1key/client_secret","value":"•••"}]',
        ],
      ],
      'application/json-patch+json',
    );
  });
});

describe('name and value pairs', () => {
  test('are masked in JSON whatever the members are called', () => {
    masks(
      [
        [`{"name":"password","value":"${S}"}`, '{"name":"password","value":"•••"}'],
        [`{"value":"${S}","name":"password"}`, '{"value":"•••","name":"password"}'],
        [
          `[{"Key":"db_password","Value":"${S}"},{"Key":"city","Value":"Oslo"}]`,
          '[{"Key":"db_password","Value":"•••"},{"Key":"city","Value":"Oslo"}]',
        ],
        [
          `{"field":"user.apiKey","newValue":"${S}","old_value":"${S}"}`,
          '{"field":"user.apiKey","newValue":"•••","old_value":"•••"}',
        ],
        [`{"name":"password","values":["${S}",{"x":"${S}"}]}`, '{"name":"password","values":["•••",{"x":"•••"}]}'],
        [`{"name":"max_tokens","value":500}`, '{"name":"max_tokens","value":500}'],
        [`{"name":"has_password","value":true}`, '{"name":"has_password","value":true}'],
      ],
      'application/json',
    );
  });

  test('are masked in values, in running text and in attributes of XML', () => {
    assert.deepEqual(
      redactor.value([
        { name: 'password', value: S },
        { value: { a: S }, key: 'apiKey' },
      ]),
      [
        { name: 'password', value: '•••' },
        { value: { a: '•••' }, key: 'apiKey' },
      ],
    );
    assert.equal(redactor.isPlain({ name: 'password', value: S }), false);
    for (const text of [
      `got { name: 'password', value: '${S}' } back`,
      `got { value: '${S}', name: 'password' } back`,
      `body {"name":"password","value":"${S}"}`,
      `body {"name": "api_key", "value": "${S}"}`,
      `"{\\"name\\":\\"password\\",\\"value\\":\\"${S}\\"}"`,
      `<param name="password" value="${S}"/>`,
      `[{"op":"add","path":"/a/password","value":"${S}"}]`,
    ])
      assert.doesNotMatch(redactor.text(text), /Zq7Xw9/, text);
    assert.equal(redactor.text("{ name: 'city', value: 'Oslo' }"), "{ name: 'city', value: 'Oslo' }");
  });
});

describe('the code of an OpenID Connect login', () => {
  const code = 'SplxlOBeZQQYbYS6WxSbIA';
  test('is masked in URLs, forms, texts and JSON', () => {
    assert.equal(redactor.url(`/login?code=${code}&page=2`), '/login?code=•••&page=2');
    assert.equal(redactor.url('/login?code=abc&state=xyz'), '/login?code=•••&state=xyz');
    assert.equal(redactor.form('grant_type=authorization_code&code=abc'), 'grant_type=authorization_code&code=•••');
    assert.deepEqual(
      redactor.query([
        ['code', 'abc'],
        ['state', 'x'],
      ]),
      [
        ['code', '•••'],
        ['state', 'x'],
      ],
    );
    assert.equal(
      redactor.header('Referer', 'https://a.example/cb?code=abc&state=x'),
      'https://a.example/cb?code=•••&state=x',
    );
    assert.equal(redactor.text(`GET /cb?code=${code} 302`), 'GET /cb?code=••• 302');
    assert.equal(redactor.text('to /cb?state=x&code=abc now'), 'to /cb?state=x&code=••• now');
    assert.equal(
      json({ grant_type: 'authorization_code', code: 'abc' }),
      '{"grant_type":"authorization_code","code":"•••"}',
    );
    assert.equal(
      json({ code: 'abc', grant_type: 'authorization_code' }),
      '{"code":"•••","grant_type":"authorization_code"}',
    );
    assert.deepEqual(redactor.value({ code: 'abc', state: 'x' }), { code: '•••', state: 'x' });
  });

  test('is not confused with a code of a country, an error or a product', () => {
    for (const url of ['/countries?code=NO', '/errors?code=ORIEL_CSRF', '/a?postcode=0150&state=closed'])
      assert.equal(redactor.url(url), url);
    assert.equal(json({ code: 'NO', name: 'Norway' }), '{"code":"NO","name":"Norway"}');
    assert.equal(redactor.text('see /countries?code=NO'), 'see /countries?code=NO');
  });
});

describe('XML', () => {
  test('masks CDATA sections, nested elements, and XML inside XML', () => {
    masks(
      [
        [`<a><password><![CDATA[${S}]]></password><b>x</b></a>`, '<a><password>•••</password><b>x</b></a>'],
        [`<password><![CDATA[a</password>${S}]]></password>`, '<password>•••</password>'],
        [`<password type="text"><value>${S}</value></password>`, '<password type="text">•••</password>'],
        [`<s:credentials><u>ada</u><p>${S}</p></s:credentials>`, '<s:credentials>•••</s:credentials>'],
        [`<secret><secret>a</secret>${S}</secret><b>x</b>`, '<secret>•••</secret><b>x</b>'],
        [`<password>\n  <!-- new -->${S}\n</password>`, '<password>•••</password>'],
        [
          `<data><![CDATA[<user><password>${S}</password></user>]]></data>`,
          '<data><![CDATA[<user><password>•••</password></user>]]></data>',
        ],
        [`<data>&lt;password&gt;${S}&lt;/password&gt;</data>`, '<data>&lt;password&gt;•••&lt;/password&gt;</data>'],
        [`<entry key="password">${S}</entry>`, '<entry key="password">•••</entry>'],
        [`<password>${S}</x>`, '<password>•••</x>'],
        [
          '<max_tokens>500</max_tokens><password/><token></token>',
          '<max_tokens>500</max_tokens><password/><token></token>',
        ],
      ],
      'application/xml',
    );
  });
});

describe('YAML', () => {
  test('masks block scalars, lists and mappings under the name of a secret, and nothing below them', () => {
    masks(
      [
        [`password: |\n  ${S}\n\n  more ${S}\nuser: ada\n`, 'password: |\n  •••\nuser: ada\n'],
        [`db:\n  password: >-\n    ${S}\n  user: ada\n`, 'db:\n  password: >-\n    •••\n  user: ada\n'],
        [`- password: |2\n      ${S}\n  user: ada\n`, '- password: |2\n      •••\n  user: ada\n'],
        [`passwords:\n  - ${S}\n  - b ${S}\nuser: ada`, 'passwords:\n  •••\nuser: ada'],
        [`passwords:\n- ${S}\n- b ${S}\nuser: ada`, 'passwords:\n•••\nuser: ada'],
        [
          `credentials:\n            login: ada\n            phrase: ${S}\nuser: ada`,
          'credentials:\n            •••\nuser: ada',
        ],
        [`"api_key": !!str |\r\n  ${S}\r\nuser: ada\r\n`, '"api_key": !!str |\r\n  •••\r\nuser: ada\r\n'],
        [`password: # old\n  ${S} and ${S}\nuser: ada`, 'password: # old\n  •••\nuser: ada'],
        ['max_tokens: 500\nuser: |\n  ada\n', 'max_tokens: 500\nuser: |\n  ada\n'],
      ],
      'application/yaml',
    );
  });

  test('leaves the stack of an error whose message ends with the name of a secret', () => {
    assert.match(
      redactor.text('Error: Invalid token:\n    at run (file.ts:1:2)\n    at next (file.ts:3:4)'),
      /at next/,
    );
  });
});

describe('names', () => {
  test('of codes of a second factor and of own authentication headers hold secrets', () => {
    for (const name of [
      'X-Auth',
      'x_vendor_auth',
      'mfaCode',
      'mfa_code',
      'mfa',
      'otpCode',
      'totp-code',
      'twoFactorCode',
      '2faCode',
      'recoveryCodes',
      'backup_code',
      'verificationCode',
      'codeVerifier',
      'device_code',
    ])
      for (const redacted of [
        redactor.header(name, S),
        json({ [name]: S }),
        redactor.text(`${name}=${S}`),
        redactor.url(`/?${name}=${S}`),
      ])
        assert.ok(!redacted.includes(S), `${name}: ${redacted}`);
    for (const name of [
      'author',
      'countryCode',
      'postcode',
      'code',
      'smsText',
      'device',
      'factor',
      'verified',
      'authority',
    ])
      assert.equal(redactor.header(name, 'plain text'), 'plain text', name);
  });
});

describe('values that are named elsewhere', () => {
  test('are masked in YAML beside the line of their name', () => {
    masks(
      [
        [`env:\n  - name: DB_PASSWORD\n    value: ${S}\n`, 'env:\n  - name: DB_PASSWORD\n    value: •••\n'],
        [
          `- value: ${S}\n  name: "api_key"\n- name: city\n  value: Oslo\n`,
          '- value: •••\n  name: "api_key"\n- name: city\n  value: Oslo\n',
        ],
        [
          `key: password\nnote: x\nvalue: |\n  ${S}\n  ${S}\nlast: y\n`,
          'key: password\nnote: x\nvalue: |\n  •••\nlast: y\n',
        ],
        [`- {name: password, value: ${S}}\n`, '- {name: password, value: •••}\n'],
        [`- {value: ${S}, name: password}\n`, '- {value: •••, name: password}\n'],
      ],
      'application/yaml',
    );
  });

  test('are masked in YAML behind tags and anchors, and on lines that continue them', () => {
    masks(
      [
        [`password: &a ${S}\nuser: ada\n`, 'password: •••\nuser: ada\n'],
        [`password: !!str "${S}"\nuser: ada\n`, 'password: •••\nuser: ada\n'],
        [`password: &a\n  ${S}\n`, 'password: &a\n  •••\n'],
        [`password: !secret &a |-\n  ${S}\n`, 'password: !secret &a |-\n  •••\n'],
        [`password: a\n  ${S}\nuser: ada\n`, 'password: •••\nuser: ada\n'],
      ],
      'application/yaml',
    );
    const failure = `bad token: abc\n    at run (file.ts:1:2)`;
    assert.equal(redactor.text(failure), 'bad token: •••\n    at run (file.ts:1:2)');
  });

  test('are masked in elements of XML', () => {
    masks(
      [
        [`<entry key="password"><value>${S}</value></entry>`, '<entry key="password">•••</entry>'],
        [`<e><key>password</key><value>${S}</value></e>`, '<e><key>password</key><value>•••</value></e>'],
        [`<e><value>${S}</value><name>api_key</name></e>`, '<e><value>•••</value><name>api_key</name></e>'],
        [
          `<m><name>password</name><value><string>${S}</string></value></m>`,
          '<m><name>password</name><value>•••</value></m>',
        ],
        ['<e><key>city</key><value>Oslo</value></e>', '<e><key>city</key><value>Oslo</value></e>'],
      ],
      'application/xml',
    );
  });

  test('are masked in an element that a cut left open', () => {
    assert.doesNotMatch(body(`<a><password>${S}`, 'application/xml'), /Zq7Xw9/);
    assert.equal(redactor.text('Usage: login <password> [options]'), 'Usage: login <password> [options]');
  });

  test('are masked beside a label, a column or a name of a field', () => {
    for (const pair of [
      { label: 'password', value: S },
      { column: 'password', value: S },
      { fieldName: 'password', fieldValue: S },
    ]) {
      assert.doesNotMatch(json(pair), /Zq7Xw9/);
      assert.doesNotMatch(JSON.stringify(redactor.value(pair)), /Zq7Xw9/);
    }
  });
});

test('names inside brackets, headers X-Auth-… and codes of a second factor hold secrets', () => {
  for (const name of ['auth[0]', 'otp[]', 'user[pin][new]', 'or[0][pass][eq]', 'tfaCode', 'resetCode', 'login_code'])
    assert.equal(redactor.form(`${name}=${S}&page=2`), `${name}=•••&page=2`);
  for (const name of ['X-Auth-Key', 'X-Authentication', 'x-auth-hash']) assert.equal(redactor.header(name, S), '•••');
  for (const name of ['X-Author', 'X-Authors-Id']) assert.equal(redactor.header(name, S), S);
  for (const name of ['author[0]', 'filter[name][eq]', 'pinned[0]'])
    assert.equal(redactor.form(`${name}=ada`), `${name}=ada`);
});

test('the second element of a pair in a list of pairs is masked', () => {
  for (const [text, expected] of [
    ["[ [ 'password', 'x' ], [ 'city', 'y' ] ]", "[ [ 'password', '•••' ], [ 'city', 'y' ] ]"],
    ['[Map Entries] { [ "password", "x" ] }', '[Map Entries] { [ "password", "•••" ] }'],
    ["[('pin', 'x'), (\"token\", 'y')]", "[('pin', '•••'), (\"token\", '•••')]"],
    ["required: ['password', 'email']", "required: ['password', 'email']"],
    ["has('password', 'email')", "has('password', 'email')"],
    ['{"type":"password","value":"x"}', '{"type":"password","value":"•••"}'],
    ["{ value: 'x', type: 'password' }", "{ value: '•••', type: 'password' }"],
    ["{ value: 'x', type: 'token' }", "{ value: 'x', type: 'token' }"],
  ] as const)
    assert.equal(redactor.text(text), expected);
});
