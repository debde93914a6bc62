import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from './fold.ts';

test('folds names to lower case without accents', () => {
  const expectedByName: Record<string, string> = {
    'São Paulo': 'sao paulo',
    Łódź: 'lodz',
    Reykjavík: 'reykjavik',
    İstanbul: 'istanbul',
    Iğdır: 'igdir',
    Tromsø: 'tromso',
    Gießen: 'giessen',
    Þorlákshöfn: 'thorlakshofn',
    '‘Abasān al Jadīdah': 'abasan al jadidah',
    "Nuku'alofa": 'nukualofa',
    Москва: 'москва',
    Ａｏｍｏｒｉ: 'aomori',
    '  Bern ': 'bern',
  };
  for (const [name, expected] of Object.entries(expectedByName)) equal(fold(name), expected, name);
});

test('folding a folded name does not change it', () => {
  for (const name of ['São Paulo', 'Łódź', 'Þorlákshöfn', 'İstanbul', '‘Abasān']) equal(fold(fold(name)), fold(name));
});
