import { readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';
import { MESSAGES } from '../catalogue';
import { asyncApiDocument } from './document';

const published = (): string => readFileSync(`${__dirname}/../../asyncapi.json`, 'utf8');

describe('the AsyncAPI document', () => {
  it('X1: is accepted by the AsyncAPI validator without an error', async () => {
    const diagnostics = await new Parser().validate(JSON.stringify(asyncApiDocument('0.1.0')));
    expect(diagnostics.filter((diagnostic) => diagnostic.severity === 0)).toEqual([]);
  }, 30_000);

  it('is refused by that validator once a channel points to a message that is not there', async () => {
    const broken = JSON.stringify(asyncApiDocument('0.1.0')).replace(
      '#/components/messages/memory_assemble_v1',
      '#/components/messages/absent',
    );
    const diagnostics = await new Parser().validate(broken);
    expect(diagnostics.filter((diagnostic) => diagnostic.severity === 0)).not.toEqual([]);
  }, 30_000);

  it('names every message of the catalogue, each on a topic with one consumer', () => {
    const text = JSON.stringify(asyncApiDocument('0.1.0'));
    for (const message of MESSAGES) expect(text).toContain(`"name":"${message.type}"`);
  });

  it('is published as it is generated', () => {
    expect(JSON.parse(published())).toEqual(JSON.parse(JSON.stringify(asyncApiDocument('0.1.0'))));
  });
});
