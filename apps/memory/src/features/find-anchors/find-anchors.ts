import type { TenantId, UserId } from '@plinth/kernel';
import { findActions } from '../../domain/anchors/actions/find-actions';
import { findAnchors } from '../../domain/anchors/find-anchors';
import { findTimes } from '../../domain/anchors/time/find-times';
import { repaired } from '../../domain/utterance/repair';
import type { ContactBook } from '../../ports/contact-book';
import { withContacts } from '../assemble-context/named-people';

export interface AnchorsRequest {
  readonly tenant: TenantId;
  readonly text: string;
  readonly nowMs: number;
  readonly timeZone: string;
  /** With a user people are found by the names that this user gives them. */
  readonly userId?: UserId;
}

/** What a text names and the actions that it asks for, without a turn: nothing is stored. */
export class FindAnchors {
  constructor(private readonly contacts: ContactBook) {}

  async find({ tenant, text, nowMs, timeZone, userId }: AnchorsRequest) {
    const contacts = userId === undefined ? [] : await this.contacts.contactsOf(tenant, userId);
    const anchors = findAnchors(text, { nowMs, timeZone, contacts });
    return {
      /** The text without what its speaker takes back; the offsets of anchors count in the text as given. */
      meant: repaired(text),
      anchors: withContacts(anchors, contacts),
      actions: findActions(text, anchors),
      times: findTimes(text, { nowMs, timeZone }),
    };
  }
}
