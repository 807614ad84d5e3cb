/** In each test file of project `int`, so that it fails by the server that is down and not by what that leads to. */
const down = process.env.PLINTH_TEST_SERVERS_DOWN;
if (down) throw new Error(`${down} ${down.includes(' and ') ? 'are' : 'is'} down: run \`npm run infra:up\``);
