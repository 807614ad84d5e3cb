import { Conversation } from '@plinth/testing';
import type { Stage } from './stage';

export function describeEnglishService(stage: () => Stage): void {
  describe('the conversation in English', () => {
    it('X3: keeps an address once it is confirmed, and answers in the language of the question', async () => {
      const talk = new Conversation(stage().turns);
      expect(await talk.hear('My email is ana@example.com')).toContain(
        'I have noted your email address as ana@example.com. Is that right?',
      );
      expect(await talk.hear('yes')).toContain('confirmed and saved: ana@example.com');
      expect(await talk.later().hear('What is my email?')).toContain('Your email address is ana@example.com');
    });

    it('R5: a refund is confirmed first and promises what the policy of today says', async () => {
      const talk = new Conversation(stage().turns);
      expect(await talk.hear('Where is my order A1B2-3344?')).toMatch(/cotton T-shirt × 3.*delivered.*45\.5 USD/);
      expect(await talk.hear('I want a refund')).toContain('can be refunded with 45.5 USD. Shall I refund it?');
      const done = await talk.say('yes');
      expect(done.reply.text).toContain('expected to arrive within 1-2 working days');
      expect(done.reply.text).not.toMatch(/guaranteed|3个工作日/);
      expect(done.reflection?.outcome).toBe('corrected');
    });

    it('answers a rule of the shop and reaches a person', async () => {
      expect(await new Conversation(stage().turns).hear('When is delivery free?')).toMatch(
        /Delivery is free from 99 CNY/,
      );
      expect(await new Conversation(stage().turns).hear('I want to speak to a real person')).toMatch(
        /ticket is TK-[0-9A-F]{8}/,
      );
    });
  });
}
