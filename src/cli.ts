console.log('adgraph')
