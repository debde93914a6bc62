import express from 'express4';
import { serveExpress } from '../lib/express-app.mjs';

serveExpress(express);
