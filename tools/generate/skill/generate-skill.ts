/** Makes a skill that works and is tested: `npm run generate:skill -- --name check_stock`. */
import { OrderRefused, readOrder } from './skill-order';
import { REPOSITORY, writeSkill } from './write-skill';

async function main(): Promise<void> {
  const { folder, files, alsoIn } = await writeSkill(REPOSITORY, readOrder(process.argv.slice(2)));
  console.log([`${folder}/`, ...files.map((file) => `  ${file}`)].join('\n'));
  if (alsoIn.length > 0)
    console.log(
      `Note: ${alsoIn.join(', ')} has a skill of that name; name only one of the two providers to the gateway.`,
    );
  console.log(`Test it:  npm run test:one -- ${folder}\nServe it: see ${folder}/README.md`);
}

main().catch((error: unknown) => {
  console.error(error instanceof OrderRefused ? error.message : error);
  process.exitCode = 1;
});
