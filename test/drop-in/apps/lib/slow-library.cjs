for (const start = process.cpuUsage(); process.cpuUsage(start).user + process.cpuUsage(start).system < 200_000;);
