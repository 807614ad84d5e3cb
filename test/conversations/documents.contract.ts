import { pdfOf } from '@plinth/testing';
import type { Stage } from './stage';

interface Found {
  readonly items: readonly { readonly content: string; readonly document?: { readonly id: string } }[];
}

const MARKDOWN = '# Robot vacuum\n\n## 1. Charging\n\n1.1 Return the robot to its dock at ten percent.\n';
const PDF = pdfOf([['Gift cards', '7. Vouchers', '7.1 Gift cards cannot be exchanged for cash.']]);

export function describeDocuments(stage: () => Stage): void {
  describe("the organisation's documents", () => {
    it.each([
      ['robot.md', 'text/markdown', MARKDOWN, 'When does the robot return to its dock?', 'ten percent'],
      ['gift-cards.pdf', 'application/pdf', PDF, 'Can gift cards be exchanged for cash?', 'cannot be exchanged'],
    ])('M30: %s is taken as %s, and a question finds its clause', async (id, media_type, content, query, told) => {
      const { memory } = stage();
      const body = {
        ...{ title: id, doc_type: 'manual', version: '1', visibility: 'org', media_type },
        content_base64: Buffer.from(content).toString('base64'),
      };
      expect(await memory.request('PUT', `/v1/memory/documents/${id}`, body)).toMatchObject({ status: 200 });
      const asked = { user_id: 'reader', query };
      const { body: found } = await memory.request<Found>('POST', '/v1/memory/recall', asked);
      const clause = found.items.find(({ document }) => document?.id === id);
      expect(clause?.content).toContain(told);
    });
  });
}
