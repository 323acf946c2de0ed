/** Puts the parts of connections together. */
import { ConnectedServices } from './connected-services.ts';
import { ConnectionChanges } from './connection-changes.ts';
import { ConnectionStore, type ConnectionsDeps } from './connection-store.ts';
import { Connections } from './connections.ts';

/**
 * `connections`: what is known about each. `services`: calls the service of each. `connectionChanges`: adds, changes and removes them. Adds
 * the practice connection and those that the organization offers, if they are missing.
 */
export function createConnections(deps: ConnectionsDeps) {
  const store = new ConnectionStore(deps);
  const connections = new Connections(store);
  return { connections, services: new ConnectedServices(store, connections), connectionChanges: new ConnectionChanges(store) };
}
