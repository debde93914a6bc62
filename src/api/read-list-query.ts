import { BadRequestError, describeViolations, didYouMean } from '../http/index.ts';
import type { Violation } from '../http/index.ts';
import type { FilterTree, OrderKey } from './filter-tree.ts';
import type { ListQuery } from './list-query.ts';
import type { ListWindow } from './list-request.ts';
import type { OperationRun } from './operation-run.ts';
import { offsetWindow } from './pagination.ts';
import { plainDialect } from './query-dialect.ts';
import { ParameterValueError } from './query-parameter.ts';
import type { QueryParameter } from './query-parameter.ts';

/**
 * Understands the query of a request to an operation, in the dialect of its format.
 * @param known names that belong to somebody else and are left alone
 * @throws {BadRequestError} with everything that is wrong at once
 */
export function readListQuery(run: OperationRun, strict: boolean, known: ReadonlySet<string> = NONE): ListQuery {
  return new QueryReading(run, strict, known).read();
}

const NONE: ReadonlySet<string> = new Set();
const MOST_PARAMETERS = 200;
const MOST_VIOLATIONS = 50;

/** The state of one reading. */
class QueryReading {
  readonly #run: OperationRun;
  readonly #strict: boolean;
  readonly #foreign: ReadonlySet<string>;
  readonly #violations: Violation[] = [];
  readonly #trees: FilterTree[] = [];
  readonly #filters: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  readonly #order: OrderKey[] = [];
  readonly #sent: [string, string][] = [];
  #fields: string[] | undefined = undefined;
  #page = 1;
  #size: number;
  #paged: boolean;
  #count: boolean;

  constructor(run: OperationRun, strict: boolean, foreign: ReadonlySet<string>) {
    this.#run = run;
    this.#strict = strict;
    this.#foreign = foreign;
    const { page } = run.operation.resource;
    this.#size = page.size;
    this.#paged = page.by !== 'none';
    this.#count = page.count;
  }

  read(): ListQuery {
    const { operation, context } = this.#run;
    const list = operation.kind === 'list';
    for (const [name, values] of this.#grouped(context.query)) this.#take(name, values, list);
    if (this.#violations.length > 0) throw wrongQuery(this.#violations);
    return {
      request: list ? this.#request() : undefined,
      filters: this.#filters,
      fields: this.#fields,
      page: this.#page,
      size: this.#size,
      paged: this.#paged,
      sent: this.#sent.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)),
    };
  }

  #grouped(query: string): Map<string, string[]> {
    const groups = new Map<string, string[]>();
    if (query === '') return groups;
    for (const [name, value] of new URLSearchParams(query)) {
      const values = groups.get(name);
      if (values) values.push(value);
      else groups.set(name, [value]);
      if (groups.size > MOST_PARAMETERS)
        throw new BadRequestError(`More than ${MOST_PARAMETERS} query parameters`, {
          type: '/problems/query-parameter',
        });
    }
    return groups;
  }

  #take(name: string, values: string[], list: boolean): void {
    const { page: pageName, size, fields } = plainDialect;
    const last = values.at(-1)!;
    try {
      if (fields === 'plain' && (name === 'fields' || name === 'properties[]')) this.#takeFields(name, values);
      else if (!list) return this.#stranger(name);
      else if (name === pageName) {
        this.#page = readCount(last, 1);
        return;
      } else if (name === size) this.#size = Math.min(readCount(last, 0), this.#run.operation.resource.page.max);
      else if (name === 'partial') this.#count &&= !readSwitch(last);
      else if (name === 'pagination') this.#takePagination(last);
      else {
        const parameter = this.#run.operation.resource.parameters.get(name);
        if (parameter === undefined || !this.#maySee(parameter)) return this.#stranger(name);
        this.#takeFilter(parameter, values);
      }
      for (const value of values) this.#sent.push([name, value]);
    } catch (error) {
      if (!(error instanceof ParameterValueError)) throw error;
      this.#complain(name, error.message, 'invalid_value');
    }
  }

  #takeFields(name: string, values: string[]): void {
    const { readable, operation } = this.#run;
    const wanted = name === 'fields' ? values.flatMap((each) => each.split(',')) : values;
    const strange = wanted.find((each) => !readable.includes(each));
    if (strange !== undefined && this.#strict) {
      const meant = didYouMean(strange, readable);
      throw new ParameterValueError(
        `names "${strange.slice(0, 100)}", which no ${operation.resource.type} has; ${meant ? `did you mean "${meant}"?` : `known are ${readable.join(', ')}`}`,
      );
    }
    this.#fields = [...(this.#fields ?? []), ...wanted];
  }

  #takePagination(value: string): void {
    const { off, by } = this.#run.operation.resource.page;
    const wanted = readSwitch(value);
    if (!wanted && by !== 'none' && !off) throw new ParameterValueError('cannot be switched off here');
    this.#paged = wanted && by !== 'none';
  }

  #takeFilter(parameter: QueryParameter, values: string[]): void {
    const { filter, kind, fields } = parameter;
    const { value, tree } = parameter.read(values);
    if (tree) this.#trees.push(tree);
    if (kind === 'order') this.#order.push({ field: fields[0]!, direction: value as OrderKey['direction'] });
    const keyed = kind === 'order' || kind === 'exists' ? { [fields[0]!]: value } : value;
    const before = this.#filters[filter];
    this.#filters[filter] = isObject(keyed) && isObject(before) ? { ...before, ...keyed } : keyed;
  }

  // A field that this reader may not see can be asked about no more than one that is not there.
  #maySee({ fields }: QueryParameter): boolean {
    const { operation, readable } = this.#run;
    if (!operation.resource.guarded) return true;
    return fields.every((field) => readable.includes(field.split('.', 1)[0]!));
  }

  #stranger(name: string): void {
    const { operation } = this.#run;
    if (!this.#strict || this.#foreign.has(name)) return;
    const known = [...operation.resource.parameters.values()]
      .filter((each) => this.#maySee(each))
      .map((each) => each.name);
    if (operation.kind === 'list') known.push('page', 'itemsPerPage', 'pagination', 'partial');
    const names = operation.kind === 'list' ? [...known, 'fields'] : ['fields'];
    const meant = didYouMean(name, names);
    this.#complain(
      name,
      meant === undefined
        ? `is not known here; known are ${names.join(', ')}`
        : `is not known here; did you mean "${meant}"?`,
      'unknown_parameter',
    );
  }

  #complain(parameter: string, detail: string, code: string): void {
    if (this.#violations.length < MOST_VIOLATIONS)
      this.#violations.push({ parameter: parameter.slice(0, 200), detail, code });
  }

  #request(): ListQuery['request'] {
    const { resource } = this.#run.operation;
    const asked = this.#order.length > 0 ? this.#order : resource.order;
    const rest = resource.identifier.keys.filter((key) => !asked.some(({ field }) => field === key));
    const order = [
      ...asked,
      ...rest.map((field) => ({ field, direction: asked.at(-1)?.direction ?? ('asc' as const) })),
    ];
    const window: ListWindow = this.#paged ? offsetWindow(this.#page, this.#size) : { by: 'all' };
    const where = this.#trees.length > 1 ? { op: 'and' as const, of: this.#trees } : this.#trees[0];
    return {
      where,
      order,
      window,
      count: this.#count && this.#paged,
      fields: this.#fields && this.#run.readable.filter((name) => this.#fields!.includes(name)),
    };
  }
}

function readCount(text: string, least: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (Number.isNaN(value) || value < least) throw new ParameterValueError(`must be a whole number from ${least} on`);
  return value;
}

function readSwitch(text: string): boolean {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new ParameterValueError('must be "true" or "false"');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongQuery(violations: readonly Violation[]): BadRequestError {
  return new BadRequestError(`Wrong query: ${describeViolations(violations)}`, {
    type: '/problems/query-parameter',
    extensions: { errors: violations },
  });
}
