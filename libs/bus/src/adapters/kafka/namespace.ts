/** Keeps several meshes apart on one cluster: a prefix of all topics and groups that the rest of the code never sees. */
export class Namespace {
  private readonly prefix: string;

  constructor(name = '') {
    this.prefix = name === '' ? '' : `${name}.`;
  }

  onBroker(name: string): string {
    return this.prefix + name;
  }

  inside(brokerName: string): string {
    return brokerName.startsWith(this.prefix) ? brokerName.slice(this.prefix.length) : brokerName;
  }
}
