import type { Correction, Draft } from '@plinth/contracts';
import { renderTemplate } from '../flow/template';

const SLOT_FIELD = /^slots\.(.+)$/;

/**
 * Applies structured corrections to a draft (R1): a passage is replaced where it is found, a slot wherever the template uses it.
 * `applied` counts those that changed something; a correction of a passage that is not there changes nothing.
 */
export function patchDraft(
  draft: Draft,
  corrections: readonly Correction[],
): { readonly draft: Draft; readonly applied: number } {
  let patched = draft;
  let applied = 0;
  for (const correction of corrections) {
    const next = patch(patched, correction);
    if (next.text !== patched.text || next.slots !== patched.slots) applied += 1;
    patched = next;
  }
  return { draft: patched, applied };
}

function patch(draft: Draft, correction: Correction): Draft {
  const slot = SLOT_FIELD.exec(correction.field)?.[1];
  if (slot !== undefined) return patchSlot(draft, slot, correction.suggestion);
  return correction.field === 'text' ? patchText(draft, correction) : draft;
}

function patchSlot(draft: Draft, slot: string, value: string): Draft {
  const before = draft.slots[slot];
  if (before === value) return draft;
  const slots = { ...draft.slots, [slot]: value };
  if (draft.template !== undefined) return { ...draft, slots, text: renderTemplate(draft.template, slots) };
  return { ...draft, slots, text: before ? draft.text.replaceAll(before, () => value) : draft.text };
}

/** A passage inside the template's own words is replaced there too; one that spans a slot's value ends the template's use. */
function patchText(draft: Draft, { found, suggestion }: Correction): Draft {
  if (found === undefined) return appended(draft, suggestion);
  if (found === '' || !draft.text.includes(found)) return draft;
  const text = draft.text.replaceAll(found, () => suggestion);
  const template = draft.template?.replaceAll(found, () => suggestion);
  if (template !== undefined && renderTemplate(template, draft.slots) === text) return { ...draft, text, template };
  return { text, slots: draft.slots };
}

function appended(draft: Draft, suggestion: string): Draft {
  if (draft.text.includes(suggestion)) return draft;
  const join = (text: string) =>
    text === '' ? suggestion : `${text}${/[\s。！？]$/u.test(text) ? '' : ' '}${suggestion}`;
  return { ...draft, text: join(draft.text), ...(draft.template !== undefined && { template: join(draft.template) }) };
}
