import { stripTypeScriptTypes } from 'node:module';
import { parseAst } from '@rollup/wasm-node/parseAst';

/** A change of one place in a source file. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly line: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

type Change = readonly [start: number, end: number, text: string];

/** Returns the mutants of a TypeScript file: conditions, operators, literals, statements and returned values. */
export function mutantsOf(source: string): Mutant[] {
  // Types are replaced with spaces, so offsets are those of the source.
  const code = stripTypeScriptTypes(source);
  const mutants: Mutant[] = [];
  visit(parseAst(code) as unknown as Node, (node) => {
    for (const [start, end, text] of changesOf(node, code))
      if (code.slice(start, end) !== text)
        mutants.push({ start, end, text, line: source.slice(0, start).split('\n').length });
  });
  return mutants;
}

function visit(node: Node, each: (node: Node) => void): void {
  if (SKIPPED.has(node.type)) return;
  each(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, each);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function changesOf(node: Node, code: string): Change[] {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression': {
      const { start, end } = node['test'] as Node;
      return ['true', 'false'].map((text) => [start, end, text]);
    }
    case 'BinaryExpression':
    case 'LogicalExpression':
      return changedOperator(node, code);
    case 'UnaryExpression':
      return node['operator'] === '!' ? [[node.start, node.start + 1, '!!']] : [];
    case 'Literal':
      return changedLiteral(node);
    case 'ExpressionStatement':
      return 'directive' in node || code.startsWith('super', node.start) ? [] : [[node.start, node.end, ';']];
    case 'ReturnStatement':
      return node['argument'] === null ? [] : [[node.start, node.end, 'return undefined;']];
    default:
      return [];
  }
}

function changedOperator(node: Node, code: string): Change[] {
  const operator = node['operator'] as string;
  const from = (node['left'] as Node).end;
  const at = code.indexOf(operator, from);
  return (OPERATORS[operator] ?? []).map((text) => [at, at + operator.length, text]);
}

function changedLiteral({ value, start, end }: Node): Change[] {
  if (typeof value === 'boolean') return [[start, end, String(!value)]];
  if (typeof value === 'number') return [[start, end, String(value + 1)]];
  if (typeof value === 'string') return [[start, end, value === '' ? "'mutant'" : "''"]];
  return [];
}

const SKIPPED = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression']);
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
};
