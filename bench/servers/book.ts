import { z } from 'zod';

/** The schema of a new book, for the servers that validate with zod. */
export const Book = z.strictObject({
  isbn: z.string().min(10).max(17),
  title: z.string().min(1).max(200),
  description: z.string().max(4000),
  author: z.string().min(1),
  publisher: z.string().optional(),
  publishedAt: z.string().optional(),
  language: z.enum(['en', 'fr', 'de', 'nl']).optional(),
  pages: z.int().min(1),
  price: z.number().min(0),
  inStock: z.boolean(),
  tags: z.array(z.string()).max(20),
});
