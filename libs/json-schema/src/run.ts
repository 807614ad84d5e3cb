import type { Json } from '@plinth/kernel';
import type { SchemaNode, SchemaResource } from './schema-document';
import type { ValueError } from './schema-error';

/** A place in the value; built on the way down, so that a value that fits costs no paths. */
export interface Place {
  readonly parent: Place | undefined;
  readonly name: string | number;
}

/** What one check may cost: schemas asked, each about one part of the value. Far above what a real value takes. */
const MAX_STEPS = 250_000;
const MAX_NESTING = 1_000;

/** Thrown out of a check that costs too much. */
export class TooComplex extends Error {}

/** The state of one check of one value. */
export class Run {
  errors: ValueError[] = [];
  /** The resources that were entered, outermost first: the dynamic scope. */
  readonly scope: SchemaResource[] = [];
  private steps = 0;
  private nesting = 0;

  /** Asks one schema about one value. Throws TooComplex. */
  enter(node: SchemaNode, evaluate: () => void): void {
    this.spend(1);
    if (this.nesting >= MAX_NESTING) throw new TooComplex();
    const entered = this.scope.at(-1) !== node.resource;
    if (entered) this.scope.push(node.resource);
    this.nesting += 1;
    evaluate();
    this.nesting -= 1;
    if (entered) this.scope.pop();
  }

  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > MAX_STEPS) throw new TooComplex();
  }

  fail(place: Place | undefined, rule: string, params: Readonly<Record<string, Json>>, name?: string): void {
    this.errors.push({ path: pathOf(place, name), rule, params });
  }

  /** What would be wrong by `evaluate`, without counting it. */
  aside(evaluate: () => void): readonly ValueError[] {
    const kept = this.errors;
    this.errors = [];
    evaluate();
    const found = this.errors;
    this.errors = kept;
    return found;
  }
}

function pathOf(place: Place | undefined, name: string | undefined): string[] {
  const path = name === undefined ? [] : [name];
  for (let at = place; at; at = at.parent) path.unshift(String(at.name));
  return path;
}

/** Which parts of an object or a list some schema has spoken of; asked by `unevaluatedProperties` and `unevaluatedItems`. */
export class Evaluated {
  private readonly names = new Set<string>();
  private readonly indexes = new Set<number>();
  private readonly known = new Set<string>();
  private allNames = false;
  private spoken = false;
  private itemsBefore = 0;

  name(name: string): void {
    this.names.add(name);
  }
  everyName(): void {
    this.allNames = true;
  }
  /** A schema has said which properties there are. */
  speak(known: readonly string[]): void {
    this.spoken = true;
    for (const name of known) this.known.add(name);
  }
  /** The names that schemas have said there are; undefined when none has said so. */
  knownNames(): readonly string[] | undefined {
    return this.spoken ? [...this.known] : undefined;
  }
  index(index: number): void {
    this.indexes.add(index);
  }
  items(count: number): void {
    this.itemsBefore = Math.max(this.itemsBefore, count);
  }
  hasName(name: string): boolean {
    return this.allNames || this.names.has(name);
  }
  hasIndex(index: number): boolean {
    return index < this.itemsBefore || this.indexes.has(index);
  }
  take(other: Evaluated): void {
    for (const name of other.names) this.names.add(name);
    for (const index of other.indexes) this.indexes.add(index);
    if (other.spoken) this.speak([...other.known]);
    this.allNames ||= other.allNames;
    this.items(other.itemsBefore);
  }
}
