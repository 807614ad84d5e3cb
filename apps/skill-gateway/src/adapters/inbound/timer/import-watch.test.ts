import { TransientError } from '@plinth/kernel';
import { createLogger } from '@plinth/telemetry';
import { InProcessSkillRegistry } from '../../outbound/in-process/in-process-skill-registry';
import { PolledCatalogue } from '../../outbound/in-process/polled-catalogue';
import { ImportSkills } from '../../../features/import-skills/import-skills';
import { ToolSource } from '../../../ports/tool-source';
import { ImportWatch } from './import-watch';

const tool = (description: string) => ({ name: 'getOrder', description, inputSchema: { type: 'object' } });

class Server extends ToolSource {
  tools: readonly unknown[] | undefined = [tool('Tells the state of an order.')];
  asked = 0;
  mcpTools(): Promise<readonly unknown[]> {
    this.asked += 1;
    return this.tools
      ? Promise.resolve(this.tools)
      : Promise.reject(new TransientError('provider_unreachable', 'away'));
  }

  document(): Promise<unknown> {
    return Promise.resolve({});
  }
}

async function watching() {
  const registry = new InProcessSkillRegistry();
  const catalogue = new PolledCatalogue(registry, createLogger({ service: 'skill-gateway', level: 'silent' }), 60_000);
  await catalogue.refresh();
  const server = new Server();
  const skills = new ImportSkills(server, registry, catalogue);
  const said: string[] = [];
  const logger = { info: say('info'), warn: say('warn'), error: say('error') };
  function say(level: string) {
    return (_fields: object, message: string) => said.push(`${level}: ${message}`);
  }
  const watch = new ImportWatch(catalogue, skills, logger as never);
  await skills.import({ namespace: 'shop', from: { kind: 'mcp', url: 'mcp+http://shop/mcp' } });
  await skills.import({ namespace: 'api', from: { kind: 'tools', url: 'http://p', tools: [{ name: 'ping' }] } });
  return { server, catalogue, watch, said };
}

describe('the watch over imports', () => {
  it('asks every server that tools came from, and no other, and takes over what has changed there', async () => {
    const { server, catalogue, watch, said } = await watching();
    await watch.askAll();
    expect([server.asked, said]).toEqual([2, []]);
    server.tools = [tool('Tells something else.')];
    await watch.askAll();
    await watch.askAll();
    expect([...(catalogue.current().skills.get('shop_get_order')?.versions.keys() ?? [])]).toEqual(['1.0.0', '2.0.0']);
    expect(said).toEqual(['info: A tool has changed and was imported']);
  });

  it('says once that a server is away or a tool is at fault, and again when it is so again', async () => {
    const { server, watch, said } = await watching();
    server.tools = undefined;
    await watch.askAll();
    await watch.askAll();
    server.tools = [{ name: 'broken' }];
    await watch.askAll();
    await watch.askAll();
    server.tools = undefined;
    await watch.askAll();
    expect(said).toEqual([
      'warn: A server of tools does not answer',
      'warn: Tools are at fault; they stay out',
      'warn: A server of tools does not answer',
    ]);
  });

  it('asks at once when it is woken, and no more once it is stopped', async () => {
    const { server, watch } = await watching();
    watch.start();
    watch.wake();
    await watch.stop();
    const { asked } = server;
    watch.wake();
    await new Promise(setImmediate);
    expect([asked, server.asked]).toEqual([2, 2]);
  });
});
