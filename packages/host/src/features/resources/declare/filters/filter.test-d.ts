import { z } from 'zod';
import type { HttpContext } from '../../../../../../core/src/http/context.ts';
import { filter } from './filter.ts';
import type { FilterValues, SentFilterValues } from './filter.ts';

interface Builder {
  readonly table: string;
}

const filters = {
  near: filter.sql(
    z.string().transform((text) => text.split(',').map(Number)),
    (builder: Builder, value, context) => {
      builder.table satisfies string;
      value satisfies number[];
      context satisfies HttpContext;
      return undefined;
    },
  ),
  votes: filter.sql(z.coerce.number(), (_, value) => value satisfies number),
  pages: filter.range(),
  total: filter.range<string>(),
};

declare const received: FilterValues<typeof filters>;
received.near satisfies readonly number[] | undefined;
// @ts-expect-error -- the value of the function is the output of the schema
received.near satisfies string | undefined;

declare const sent: SentFilterValues<typeof filters>;
sent.near satisfies string | undefined;
sent.votes satisfies number | undefined;
// @ts-expect-error -- clients send the input of the schema
sent.near satisfies readonly number[] | undefined;

received.pages?.gt satisfies number | undefined;
received.total?.gt satisfies string | undefined;
sent.total satisfies { gt?: string | number } | undefined;
// @ts-expect-error -- a number is not a text
sent.pages satisfies { gt?: string } | undefined;

// @ts-expect-error -- the builder has no known type without an annotation
filter.sql(z.string(), (builder) => builder.table);
