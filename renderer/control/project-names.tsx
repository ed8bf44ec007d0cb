import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { shortestTail } from '../../shared/shortest-tail.ts';
import { useQuery } from './control-context.tsx';

const ProjectNames = createContext<(path: string) => string>((path) => shortestTail(path, []));

/** Gives its children the short names of projects, which depend on the other projects of the record. */
export function ProjectNamesSource({ children }: { children: ReactNode }) {
  // A project that begins later is compared with these. Asking at each receipt would cost more than it tells.
  const listed = useQuery('projects.list', {}, []).value?.projects;
  const nameOf = useMemo(() => {
    const paths = listed?.map(({ path }) => path) ?? [];
    const names = new Map<string, string>();
    return (path: string) => {
      const known = names.get(path);
      if (known !== undefined) return known;
      const name = shortestTail(path, paths);
      names.set(path, name);
      return name;
    };
  }, [listed]);
  return <ProjectNames value={nameOf}>{children}</ProjectNames>;
}

/** Gives the function that names a project in a list: the shortest end of its folder that no other project has. */
export const useProjectName = () => useContext(ProjectNames);
