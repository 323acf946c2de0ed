/** The Connections screen. */
export { ConnectionsScreen } from './ConnectionsScreen.tsx';
