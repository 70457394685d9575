/* The worker of node-background.js. */
import { parentPort } from 'node:worker_threads';
import { serve } from './serve.js';

serve(parentPort);
