import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from './fold.ts';

test('names fold to what people type', () => {
  const typed: Record<string, string> = {
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
  for (const [name, expected] of Object.entries(typed)) equal(fold(name), expected, name);
});

test('what was folded stays as it is when it is folded again', () => {
  for (const name of ['São Paulo', 'Łódź', 'Þorlákshöfn', 'İstanbul', '‘Abasān']) equal(fold(fold(name)), fold(name));
});
