/** Names of rows by which the user finds them in the file. Needed because a list can continue in further sheets. */
import { type ReactNode, createContext, useCallback, useContext } from 'react';
import { type AppendedSheet, rowName } from '../../shared/base/index.ts';
import { useContractQuery } from '../api/index.ts';

const Appended = createContext<readonly AppendedSheet[] | undefined>(undefined);

/** Provides the names of a project's rows to its screens. */
export function RowNames({ id, isRead, children }: { readonly id: string; readonly isRead: boolean; readonly children: ReactNode }) {
  const { data } = useContractQuery('import.get', { id }, { enabled: isRead });
  return <Appended value={data?.appended}>{children}</Appended>;
}

/** The name of a row of the list, to follow the word "row": "12", or "12 of “Sheet 2”". */
export function useRowName(): (row: number) => string {
  const appended = useContext(Appended);
  return useCallback((row: number) => rowName(row, appended), [appended]);
}

export const RowName = ({ row }: { readonly row: number }) => useRowName()(row);
