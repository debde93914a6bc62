import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames } from '../../../core/redaction/secret-names.ts';
import { maskElements } from './mask-elements.ts';

const names = new SecretNames({});

test('the content of elements with a sensitive name is masked', () => {
  for (const [text, expected] of [
    ['<a><password>x</password></a>', '<a><password>•••</password></a>'],
    ['<ns:token a="b"><c>x</c></ns:token>', '<ns:token a="b">•••</ns:token>'],
    ['<password>true</password>', '<password>true</password>'],
    ['<password/><a>x</a>', '<password/><a>x</a>'],
    ['<max_tokens>12</max_tokens>', '<max_tokens>12</max_tokens>'],
    ['<max_tokens>x</max_tokens>', '<max_tokens>•••</max_tokens>'],
    ['<a>x</a>', '<a>x</a>'],
    ['<a></a><password>x<b></a>y</password>', '<a></a><password>•••</password>'],
    ['a > b < c </d>', 'a > b < c </d>'],
    ['if (a <1> b) <password>x</password>', 'if (a <1> b) <password>•••</password>'],
    ['  <password>x', '  <password>•••'],
    ['\ufeff<password>x', '\ufeff<password>•••'],
    ['&lt;password&gt;x', '&lt;password&gt;x'],
    ['<password>x', '<password>•••'],
    ['<password>x<b>y</b>', '<password>•••<b>y</b>'],
    ['text <password> more </b>', 'text <password>•••</b>'],
    ['text <token> and <b> more', 'text <token> and <b> more'],
    ['<entry key="password">x</entry>', '<entry key="password">•••</entry>'],
    ["<entry name = 'password'><value>x</value></entry>", "<entry name = 'password'>•••</entry>"],
    ['<entry key="password"><b>x</b></entry>', '<entry key="password"><b>x</b></entry>'],
    ['<entry key="city">x</entry>', '<entry key="city">x</entry>'],
    ['<p><name>password</name><value>x</value></p>', '<p><name>password</name><value>•••</value></p>'],
    ['<p><value>x</value><name> password </name></p>', '<p><value>•••</value><name> password </name></p>'],
    ['<p><name>city</name><value>x</value></p>', '<p><name>city</name><value>x</value></p>'],
    ['<p><other>password</other><value>x</value></p>', '<p><other>password</other><value>x</value></p>'],
    ['<p><name>password</name><b>y</b><value>x</value></p>', '<p><name>password</name><b>y</b><value>x</value></p>'],
    ['<password><![CDATA[x < y]]></password>', '<password>•••</password>'],
    ['<a><![CDATA[<password>x</password>]]></a>', '<a><![CDATA[<password>•••</password>]]></a>'],
    ['<![CDATA[<password>x</password>', '<![CDATA[<password>•••</password>'],
    ['<![CDATA[<b>]]><![CDATA[<pin>1</pin>]]>', '<![CDATA[<b>]]><![CDATA[<pin>•••</pin>]]>'],
    ['&lt;password&gt;x&lt;/password&gt;', '&lt;password&gt;•••&lt;/password&gt;'],
    ['<li><password>x<li>', '<li><password>•••<li>'],
    ['<a><password>x</a>', '<a><password>•••</a>'],
    ['<token><token>x</token>y</token>', '<token>•••</token>'],
    ['<token>x</token><b>y</b><token>z</token>', '<token>•••</token><b>y</b><token>•••</token>'],
  ] as const)
    assert.equal(maskElements(text, names), expected, text);
});
