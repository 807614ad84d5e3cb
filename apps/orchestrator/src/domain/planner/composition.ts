import type { Draft } from '@plinth/contracts';
import type { EventBodies } from '../session/session-event';
import type { Evidence } from '../session/reply-parts';
import { renderTemplate, replacePlaces } from '../flow/template';

/** The body of a `draft.composed.v1`. */
export type Composition = EventBodies['draft.composed.v1'];

/** Parts of a reply, joined in order; the slots of each part are made its own, so that equal names never mix. */
export interface Sentence {
  readonly template: string;
  readonly slots: Readonly<Record<string, string>>;
}

export function plain(template: string): Sentence {
  return { template, slots: {} };
}

/** One draft of several sentences; a slot name that is taken by another value gets a number. */
export function draftOf(sentences: readonly Sentence[], extra: Readonly<Record<string, string>> = {}): Draft {
  const slots: Record<string, string> = {};
  const parts = sentences.map(({ template, slots: own }) => {
    const names = new Map<string, string>();
    for (const [name, value] of Object.entries(own)) {
      let free = name;
      for (let n = 2; free in slots && slots[free] !== value; n += 1) free = `${name}_${n}`;
      slots[free] = value;
      names.set(name, free);
    }
    return replacePlaces(template, (name) => `{{${names.get(name) ?? name}}}`);
  });
  const template = parts.reduce(
    (text, part) => (text === '' ? part : `${text}${/[。！？]$/u.test(text) ? '' : ' '}${part}`),
    '',
  );
  return { text: renderTemplate(template, slots), template, slots: { ...slots, ...extra } };
}

export const memoryEvidence = (id: string, key?: string, layer?: string): Evidence => ({
  kind: 'memory',
  id,
  ...(key !== undefined && { key }),
  ...(layer !== undefined && { layer }),
});
