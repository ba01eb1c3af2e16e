/**
 * The state of one app. Each kind of state is defined once (host.ts, view.ts, live.ts …) and each app has its
 * own values, so that two apps on one page share nothing. Components use one context; other code receives the
 * app's state, or gets it with `useAppState`.
 */
import { createContext, useContext } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'

/** One app's stores, by what defines them. */
export type AppState = Map<unknown, unknown>

/** The state of an app that has just begun. */
export const makeState = (): AppState => new Map()

const Context = createContext<AppState | undefined>(undefined)

/** Gives a tree of components the state of their app: `<StateProvider value={state}>`. */
export const StateProvider = Context.Provider

/** The state of the app that a component belongs to, for writers such as `setTab(app, 'why')`. */
export function useAppState(): AppState {
  const state = useContext(Context)
  if (!state) throw new Error('No StateProvider around')
  return state
}

/** A kind of state: what a component reads of it, and the store that one app has of it. */
export type StateHook<T> = {
  (): T
  <U>(select: (value: T) => U): U
  of: (state: AppState) => StoreApi<T>
}

/** Defines a kind of state by what it begins with. */
export function defineState<T extends object>(initial: T): StateHook<T> {
  const of = (state: AppState): StoreApi<T> => {
    let store = state.get(of) as StoreApi<T> | undefined
    if (!store) state.set(of, (store = createStore<T>(() => initial)))
    return store
  }
  const useState = <U>(select?: (value: T) => U) => useStore(of(useAppState()), select!)
  return Object.assign(useState, { of })
}
