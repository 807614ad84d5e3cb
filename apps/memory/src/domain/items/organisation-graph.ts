import { contactView, type ContactRecord, type ContactView } from './contact-view';
import type { MasksPolicy } from './masks-policy';
import type { Membership, Role } from './membership';

/** What an organisation shares, as it is stored. */
export interface OrganisationRecords {
  readonly members: readonly Membership[];
  readonly contacts: readonly ContactRecord[];
  readonly documents: readonly SharedDocument[];
}

export interface SharedDocument {
  readonly documentId: string;
  readonly version: string;
  readonly title: string;
  readonly docType: string;
  readonly department?: string;
}

export type GraphNode =
  | { readonly id: string; readonly type: 'user' }
  | { readonly id: string; readonly type: 'department'; readonly name: string }
  | { readonly id: string; readonly type: 'contact'; readonly contact: ContactView }
  | { readonly id: string; readonly type: 'document'; readonly document: SharedDocument };

export type GraphEdge =
  | { readonly type: 'member_of'; readonly from: string; readonly to: string; readonly role: Role }
  | { readonly type: 'knows' | 'shared_with'; readonly from: string; readonly to: string };

export interface OrganisationGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/**
 * Who belongs where, whom each knows, and what is shared with whom: every contact as the reader may see it (M21). `reach`: the departments
 * of which the members are told, or all.
 */
export function organisationGraph(
  { members, contacts, documents }: OrganisationRecords,
  reader: string | undefined,
  reach: 'all' | readonly string[],
  policy: MasksPolicy,
): OrganisationGraph {
  const told = members.filter(({ department }) => reach === 'all' || reach.includes(department));
  const people = new Set(told.map(({ userId }) => userId));
  const known = contacts.filter(({ owner }) => reach === 'all' || people.has(owner));
  const reached = documents.filter(({ department }) => reach === 'all' || !department || reach.includes(department));
  const users = new Set([...people, ...known.map(({ owner }) => owner)]);
  const departments = new Set([...told, ...known, ...reached].flatMap(({ department }) => department ?? []));
  return {
    nodes: [
      ...[...users].map((user) => ({ id: `user:${user}`, type: 'user' }) as const),
      ...[...departments].map((name) => ({ id: `department:${name}`, type: 'department', name }) as const),
      ...known.map((each) => {
        const contact = contactView(each, reader, policy);
        return { id: `contact:${each.id}`, type: 'contact', contact } as const;
      }),
      ...reached.map((document) => ({ id: `document:${document.documentId}`, type: 'document', document }) as const),
    ],
    edges: [
      ...told.map(({ userId, department, role }) => {
        return { type: 'member_of', from: `user:${userId}`, to: `department:${department}`, role } as const;
      }),
      ...known.map(({ owner, id }) => ({ type: 'knows', from: `user:${owner}`, to: `contact:${id}` }) as const),
      ...[
        ...known.map((each) => [`contact:${each.id}`, each] as const),
        ...reached.map((each) => [`document:${each.documentId}`, each] as const),
      ].flatMap(([from, { department }]) =>
        department === undefined ? [] : [{ type: 'shared_with', from, to: `department:${department}` } as const],
      ),
    ],
  };
}
