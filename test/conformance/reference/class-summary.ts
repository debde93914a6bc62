/** What a documentation says of a class, in short. */
export interface ClassSummary {
  properties: Record<string, string>;
  operations: string[];
}

interface HydraClass {
  readonly '@id': string;
  readonly 'hydra:supportedProperty': readonly Readonly<Record<string, unknown>>[];
  readonly 'hydra:supportedOperation': readonly { readonly 'hydra:method': string }[];
}

/** What a documentation says of the classes that the recording still holds. */
export function summaryOf(body: unknown): object {
  const classes = (body as { 'hydra:supportedClass': HydraClass[] })['hydra:supportedClass'];
  const told = ['Author', 'Book', 'Note'].map((name) => {
    const found = classes.find((each) => each['@id'] === `#${name}`)!;
    const properties = found['hydra:supportedProperty'].map((each) => {
      const { range } = each['hydra:property'] as { range?: string };
      const can = ['required', 'readable', 'writeable'].filter((word) => each[`hydra:${word}`] === true);
      return [each['hydra:title'] as string, [(range ?? 'anything').replace('xmls:', ''), ...can].join(', ')] as const;
    });
    const operations = [...new Set(found['hydra:supportedOperation'].map((each) => each['hydra:method']))].sort();
    return [name, { properties: Object.fromEntries(properties), operations }] as const;
  });
  return { 'hydra:supportedClass': '(see classes)', classes: Object.fromEntries(told) };
}
