/** The page in the frame. */
import { startApp } from './start.tsx'

void startApp()
