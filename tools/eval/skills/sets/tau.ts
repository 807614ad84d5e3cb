import { z } from 'zod';
import type { EvalData } from '../../memory/eval-data';
import { ratio } from '../../memory/eval-set';
import { judgeCalls, mutation } from '../mutations';
import type { SkillsSet } from '../skills-set';

const args = z.record(z.string(), z.unknown());
const contract = z.object({
  tools: z.array(z.object({ name: z.string(), description: z.string(), parameters: args })),
});
const task = z.object({ actions: z.array(z.object({ name: z.string(), args })) });
const wrongCall = mutation.extend({ name: z.string() });
const DOMAINS = ['retail', 'airline'] as const;

const contractOf = (data: EvalData, domain: string) => data.json(`tau-${domain}-contract.json`, contract);

/**
 * The tools of two service desks, imported as they are described, with what agents called rightly and labelled faults of what
 * acts. An imported tool counts as one that acts, so that every repair is a proposal.
 */
export const tau: SkillsSet = {
  name: 'tau',
  baselines: {},
  aims: { imported: 1, accepted: 1, found: 1, exact_repair: 0.95 },
  most: { inventions: 0 },
  needsGateway: true,
  async run(data, gateway) {
    const names = new Map<string, string>();
    let described = 0;
    for (const domain of DOMAINS) {
      const { tools } = contractOf(data, domain);
      described += tools.length;
      for (const { tool, skill } of await gateway.importTools(`tau_${domain}`, tools))
        names.set(`${domain}/${tool}`, skill);
    }
    const skillOf = (domain: string, tool: string): string => names.get(`${domain}/${tool}`) ?? 'not_imported';
    const judged = await judgeCalls(gateway, {
      right: DOMAINS.flatMap((domain) =>
        data
          .lines(`tau-${domain}-tasks.jsonl`, task)
          .flatMap(({ actions }) =>
            actions.map(({ name, args: given }) => ({ skill: skillOf(domain, name), args: given })),
          ),
      ),
      wrong: DOMAINS.flatMap((domain) =>
        data
          .lines(`tau-${domain}-mutations.jsonl`, wrongCall)
          .map((wrong) => ({ ...wrong, skill: skillOf(domain, wrong.name) })),
      ),
    });
    return { ...judged, metrics: { imported: ratio(names.size, described), ...judged.metrics } };
  },
};
